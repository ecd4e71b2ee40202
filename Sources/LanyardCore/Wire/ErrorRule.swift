/// What a server's refusal means for a caller.
public enum RefusalClass: Sendable, Hashable {
    /// A person has to sign in; the challenge goes along.
    case interaction
    /// A person or an administrator has to consent.
    case consent
    /// The account is not a member of the tenant, or not admitted there.
    case notAMember
    /// No sign-in can change it: the message is for the person or an administrator.
    case blocked
    /// The person said no.
    case declined
    /// The person ended the sign-in.
    case cancelled
    /// The sign-in came too late.
    case expired
    /// The request or the registration of the application is wrong.
    case configuration
    /// The server asks to wait.
    case throttled
    /// The server failed.
    case unavailable
}

/// The table from Entra's numbers and OAuth's words to ``RefusalClass`` and the next step.
///
/// Source: `reference/entra-protocol` §3.6 and §3.7, after Microsoft's list of AADSTS codes and observed replies. The number
/// decides before the sub-error, the sub-error before the word.
enum ErrorRule {
    struct Entry {
        let meaning: RefusalClass
        let hint: String?
    }

    static func entry(for error: ServerError) -> Entry {
        for number in error.numbers { if let entry = numbers[number] { return entry } }
        if error.text.contains("AADB2C90091") { return Entry(meaning: .cancelled, hint: nil) }
        if error.text.contains("AADB2C90118") {
            return Entry(meaning: .interaction, hint: "run the password-reset policy, then sign in again")
        }
        if let subError = error.subError, let entry = subErrors[subError] { return entry }
        if error.status == 429 { return Entry(meaning: .throttled, hint: nil) }
        if error.status >= 500 { return Entry(meaning: .unavailable, hint: nil) }
        return words[error.error] ?? Entry(meaning: .configuration, hint: nil)
    }

    /// Whether the answer is about the refresh token itself, so that it is of no use any more.
    ///
    /// A refusal by policy concerns one tenant and keeps the token; so does a tenant's own sign-in frequency (70043) unless the
    /// tenant is the account's home.
    static func spoilsRefreshToken(_ error: ServerError, inHomeTenant: Bool) -> Bool {
        guard error.status < 500, error.status != 429 else { return false }
        if error.numbers.contains(70_043) || error.subError == "token_expired" { return inHomeTenant }
        if error.subError == "bad_token" { return true }
        return error.error == "invalid_grant"
            && error.numbers.contains { [9_002_313, 70_000, 700_082, 700_084, 50_173, 70_008].contains($0) }
    }

    private static func of(_ meaning: RefusalClass, _ hint: String? = nil) -> Entry {
        Entry(meaning: meaning, hint: hint)
    }

    private static let subErrors: [String: Entry] = [
        "basic_action": of(.interaction),
        "additional_action": of(
            .interaction,
            "do what the message says (such as enrolling the device), then sign in again"
        ),
        "message_only": of(.blocked, "ask the tenant's administrator"),
        "consent_required": of(.consent),
        "user_password_expired": of(.interaction, "change the password in a browser, then sign in again"),
        "bad_token": of(.interaction),
        "token_expired": of(.interaction),
        "client_mismatch": of(.configuration),
        "protection_policy_required": of(.blocked, "the tenant admits managed mobile apps only"),
        "cancel": of(.cancelled),
    ]

    private static let words: [String: Entry] = [
        "invalid_grant": of(.interaction),
        "interaction_required": of(.interaction),
        "login_required": of(.interaction),
        "consent_required": of(.consent),
        "access_denied": of(.declined),
        "authorization_declined": of(.declined),
        "expired_token": of(.expired, "start again"),
        "code_expired": of(.expired, "start again"),
        "temporarily_unavailable": of(.unavailable),
        "server_error": of(.unavailable),
    ]

    private static let member =
        "the account has to be invited to that tenant first; 'lanyard tenants' lists where it is a member"
    private static let registration = "check the client id and its registration in that tenant"
    private static let administrator = "ask the tenant's administrator"

    private static let numbers: [Int: Entry] = {
        var table: [Int: Entry] = [:]
        func add(_ meaning: RefusalClass, _ hint: String? = nil, _ list: Int...) {
            for number in list { table[number] = of(meaning, hint) }
        }
        // Tenant and guest.
        add(.notAMember, member, 50_020, 90_072, 50_177)
        add(.notAMember, "check the user name; a guest has to be invited to that tenant first", 50_034)
        add(.notAMember, "ask the tenant's administrator to assign the account to the application", 50_105)
        add(.interaction, "open the invitation's link first", 50_014)
        add(.configuration, "check the tenant's name", 90_002, 50_059, 50_128)
        add(.configuration, "name the tenant that the application belongs to", 50_194)
        add(.configuration, "the resource is unknown in that tenant; check the scope", 500_011)
        add(.blocked, administrator, 500_021, 500_022, 500_212, 500_213)
        add(.configuration, "choose the account's cloud with --cloud", 90_038, 90_043, 900_382, 1_000_104)
        // Credentials.
        add(.blocked, "the account is disabled; ask its administrator", 50_057)
        add(.blocked, "the account is locked for a while; wait", 50_053)
        add(.interaction, "change the password in a browser, then sign in again", 50_055)
        add(.interaction, nil, 50_056, 50_058, 16_000, 16_003, 50_133, 50_132, 50_085, 50_089)
        add(.interaction, "check user name and password", 50_126)
        // Consent.
        add(.consent, nil, 65_001)
        add(.declined, "the consent was declined", 65_004)
        add(.consent, "an administrator of the tenant has to consent", 90_094, 90_095)
        add(.configuration, registration, 65_002, 65_005, 650_052, 650_056, 650_057)
        // Second factor, policy, device.
        add(.interaction, nil, 50_076, 50_079, 50_078, 50_072, 50_074, 50_158, 50_140, 50_199, 50_155)
        add(.blocked, "the tenant wants a compliant device", 53_000)
        add(
            .blocked,
            administrator,
            53_001,
            53_002,
            53_003,
            53_004,
            53_010,
            53_011,
            530_032,
            530_034,
            50_131,
            50_097,
            53_005
        )
        // Code and refresh token.
        add(.interaction, nil, 9_002_313, 70_000, 70_008, 700_082, 700_084, 70_043, 50_173, 54_005, 501_481)
        // Device code.
        add(.declined, nil, 70_017)
        add(.expired, "start again", 70_019, 70_020)
        add(.configuration, "start again", 70_018)
        // Service.
        add(.throttled, "the same request was sent too often; wait a few minutes", 50_196)
        add(.throttled, nil, 90_055)
        add(.unavailable, nil, 90_033, 90_006, 90_012, 90_024)
        // Services and middle tiers.
        add(.configuration, "a service acts in one tenant; name it by its id or domain", 9_001_023)
        add(.configuration, "ask for RESOURCE/.default", 1_002_012)
        add(.configuration, "the caller's token has to be one for this application", 500_131, 50_013, 7_000_114)
        add(.configuration, "the caller has to send a token that is still good", 500_133)
        add(.configuration, "the application's secret has expired; make a new one", 7_000_222)
        // Application.
        add(.configuration, registration, 700_016, 70_001, 700_011, 7_000_112, 50_011, 7_000_218, 7_000_215, 700_025)
        return table
    }()
}

extension ServerError {
    /// What the refusal means.
    public var meaning: RefusalClass { ErrorRule.entry(for: self).meaning }

    /// The refusal as an error for a caller.
    public func lanyardError(account: String? = nil, tenant: String? = nil, retryAfter: Int? = nil) -> LanyardError {
        let entry = ErrorRule.entry(for: self)
        let reason = text.isEmpty ? error : text
        let code: LanyardError.Code =
            switch entry.meaning {
            case .interaction: .interactionRequired
            case .consent: .consentRequired
            case .notAMember: .notAMember
            case .blocked: .blocked
            case .declined: .declined
            case .cancelled: .userCancelled
            case .expired: .signInTimedOut
            case .configuration: .serverRefused
            case .throttled: .throttled
            case .unavailable: .serverUnavailable
            }
        return LanyardError(code, reason, hint: entry.hint).with {
            $0.account = account
            $0.tenant = tenant
            $0.status = status
            $0.serverError = error
            $0.serverCode = self.code
            $0.subError = subError
            $0.claims = claims
            $0.correlationID = correlationID
            $0.retryAfter = retryAfter
        }
    }
}
