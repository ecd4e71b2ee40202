public import LanyardCore

/// A transport that answers from a script and remembers what was asked.
public actor ScriptedTransport: HTTPTransport {
    /// One prepared answer.
    public enum Answer: Sendable {
        /// A reply with a JSON body.
        case json(Int, JSONValue, [HTTPField] = [])
        /// A reply as it is.
        case raw(HTTPResponse)
        /// No reply.
        case failure(LanyardError)
        /// An answer worked out from the request.
        case compute(@Sendable (HTTPRequest) async throws -> HTTPResponse)
    }

    private var answers: [Answer]
    /// The requests so far.
    public private(set) var requests: [HTTPRequest] = []

    /// Makes a transport that gives these answers in order and fails when they are used up.
    public init(_ answers: [Answer] = []) { self.answers = answers }

    /// Adds an answer at the end.
    public func add(_ answer: Answer) { answers.append(answer) }

    /// Gives the next answer.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests.append(request)
        guard !answers.isEmpty else { throw LanyardError(.network, "the script has no answer for \(request.url)") }
        switch answers.removeFirst() {
        case .json(let status, let body, let headers):
            return HTTPResponse(status: status, headers: headers, body: Array(body.serialized().utf8))
        case .raw(let response): return response
        case .failure(let error): throw error
        case .compute(let body): return try await body(request)
        }
    }

    /// The form fields of the request at a place.
    public func form(_ index: Int) -> [String: String] {
        guard requests.indices.contains(index), let body = requests[index].body else { return [:] }
        let pairs = FormURLEncoding.decode(body.reveal()) ?? []
        return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
