import LanyardCore

/// A choice by a name that only one account can have.
extension SelectionRun {
    /// The verdict that all rules would give, where they would look at nobody but the one of that name; else nothing.
    ///
    /// The list of candidates is made, by all rules, when somebody looks at it: of a thousand accounts it costs more than the choice.
    func namedAlone() -> Verdict? {
        // A pin's name is compared with everybody's, and a session may hold back some of them.
        guard watch == nil, request.session == nil, request.context.pins.first?.pin?.account == nil,
            let name = selectors.first(where: { $0.source.isExplicit })?.name,
            // The tenant of `user@domain@tenant` is found by what is known of everybody.
            name.utf8.lazy.filter({ $0 == UInt8(ascii: "@") }).count < 2
        else { return nil }
        let places = world.people.indices(perhapsNamed: [name])
        // Two sign-ins of one person have one contender, which may go by the other one's name.
        guard places.count == 1, world.people.isOfOneApplication else { return nil }
        var run = self
        guard var verdict = run.explicitlyDecided(among: places), verdict.outcome == .selected else { return nil }
        verdict.considered = CandidateList(count: world.people.count) { [request, world] in
            var run = SelectionRun(request: request, world: world, watch: nil)
            return run.explicitlyDecided()?.candidates ?? []
        }
        return verdict
    }
}
