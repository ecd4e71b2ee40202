/// What the service says for each number: data, so that a better observation is one changed line.
///
/// Sub-errors marked "inferred" in the protocol study are here as the best guess.
enum ErrorTable {
    struct Entry: Sendable {
        var error: String
        var status: Int
        var suberror: String?
        var hasURI: Bool
        var text: String
    }

    static let unknown = row("invalid_request", "The request is not right: {}")

    private static func row(
        _ error: String,
        _ text: String,
        _ status: Int = 400,
        sub: String? = nil,
        uri: Bool = true
    ) -> Entry { Entry(error: error, status: status, suberror: sub, hasURI: uri, text: text) }

    static let entries: [Int: Entry] = tenant.merging(person) { $1 }.merging(policy) { $1 }
        .merging(grant) { $1 }.merging(device) { $1 }.merging(app) { $1 }.merging(customers) { $1 }

    private static let tenant: [Int: Entry] = [
        90002: row("invalid_tenant", "Tenant '{}' not found. Check to make sure you have the correct tenant ID."),
        50020: row("invalid_grant", "User account '{}' does not exist in tenant and cannot access the application."),
        90072: row("invalid_grant", "User account '{}' must be added as an external user in the tenant first."),
        50014: row("invalid_grant", "The user's redemption is in a pending state: {}"),
        50034: row("invalid_grant", "The user account '{}' does not exist in the directory."),
        50194: row("invalid_request", "Application '{}' is not configured as a multi-tenant application."),
        50059: row("invalid_request", "No tenant-identifying information found in the request. {}"),
        500011: row("invalid_resource", "The resource principal named '{}' was not found in the tenant."),
        500212: row("access_denied", "The user's home tenant forbids access to the resource tenant. {}"),
        700005: row("invalid_grant", "Provided Authorization Code is intended to use against other tenant. {}"),
        900382: row("invalid_request", "Confidential Client is not supported in Cross Cloud request. {}"),
        90038: row("invalid_request", "The tenant '{}' belongs to another cloud instance."),
        9001023: row("invalid_request", "The grant type isn't supported over the /{} endpoint. Use a tenant endpoint."),
        9002331: row("invalid_request", "Application is configured for use by Microsoft Account users only. {}"),
        9002332: row("invalid_request", "Application is configured for use by Azure AD users only. {}"),
        50049: row("invalid_instance", "Unknown or invalid instance. {}"),
    ]

    private static let person: [Int: Entry] = [
        50126: row("invalid_grant", "Error validating credentials due to invalid username or password. {}"),
        50053: row("invalid_grant", "The account is locked. {}"),
        50055: row("invalid_grant", "The password is expired. {}", sub: "user_password_expired"),
        50057: row("invalid_grant", "The user account is disabled. {}"),
        50058: row("login_required", "A silent sign-in request was sent but no user is signed in. {}"),
        16000: row(
            "interaction_required",
            "Either multiple user identities are available or selected account is not. {}"
        ),
        50173: row(
            "invalid_grant",
            "The provided grant has expired due to it being revoked; a fresh token is needed. {}"
        ),
    ]

    private static let policy: [Int: Entry] = [
        65001: row(
            "invalid_grant",
            "The user or administrator has not consented to use the application '{}'.",
            sub: "consent_required",
            uri: false
        ),
        65004: row("access_denied", "User declined to consent to access the app. {}"),
        90094: row("access_denied", "An administrator of the tenant has to grant the permission. {}"),
        50076: row(
            "invalid_grant",
            "Due to a configuration change made by your administrator, or because you moved to a new location, "
                + "you must use multi-factor authentication to access '{}'.",
            sub: "basic_action"
        ),
        50079: row(
            "invalid_grant",
            "You must enroll in multi-factor authentication to access '{}'.",
            sub: "basic_action"
        ),
        50158: row("invalid_grant", "External security challenge not satisfied. {}", sub: "basic_action"),
        53000: row(
            "invalid_grant",
            "Device is not in required device state: compliant. Conditional Access policy requires a compliant device. {}",
            sub: "additional_action"
        ),
        53001: row("invalid_grant", "Device is not in required device state: domain joined. {}", sub: "message_only"),
        53003: row("invalid_grant", "Access has been blocked by Conditional Access policies. {}", sub: "message_only"),
        70043: row(
            "invalid_grant",
            "The refresh token has expired or is invalid due to sign-in frequency checks by Conditional Access. {}",
            sub: "token_expired"
        ),
    ]

    private static let grant: [Int: Entry] = [
        9002313: row("invalid_grant", "Invalid request. Request is malformed or invalid. {}"),
        70000: row("invalid_grant", "Provided grant is invalid or malformed. {}", sub: "bad_token"),
        70008: row("invalid_grant", "The provided authorization code or refresh token has expired. {}"),
        700082: row("invalid_grant", "The refresh token has expired due to inactivity. {}", sub: "bad_token"),
        700084: row("invalid_grant", "The refresh token was issued to a single page app and has expired. {}"),
        700007: row(
            "invalid_grant",
            "The grant was issued to another client and this one is not of its family. {}",
            sub: "client_mismatch"
        ),
        54005: row("invalid_grant", "OAuth2 Authorization code was already redeemed, please retry with a new code. {}"),
        501481: row("invalid_grant", "The Code_Verifier does not match the code_challenge. {}"),
        50147: row("invalid_grant", "Missing code challenge or invalid size of it. {}"),
        501491: row("invalid_request", "Invalid size of Code_Challenge parameter. {}"),
        500112: row("invalid_client", "The reply address '{}' does not match the one of the authorization request."),
        28000: row(
            "invalid_scope",
            "Provided value for the input parameter scope is not valid: more than one resource. {}"
        ),
        28003: row("invalid_scope", "Provided value for the input parameter scope cannot be empty. {}"),
        70011: row("invalid_scope", "The provided value for the input parameter 'scope' is not valid. {}"),
        1002012: row("invalid_scope", "The scope '{}' is not valid for client credentials: it must end in /.default."),
        50013: row("invalid_grant", "Assertion failed signature validation. {}"),
        500131: row("invalid_grant", "Assertion audience does not match the Client app presenting the assertion. {}"),
        500133: row("invalid_grant", "Assertion is not within its valid time range. {}"),
        50196: row("invalid_grant", "The server terminated an operation because it found a client request loop. {}"),
        90055: row("temporarily_unavailable", "The tenant has exceeded its request limit. {}", 429),
        90033: row("temporarily_unavailable", "A transient error has occurred. Please try again. {}", 503),
    ]

    private static let device: [Int: Entry] = [
        70016: row(
            "authorization_pending",
            "OAuth 2.0 device flow error. Authorization is pending. Continue polling. {}"
        ),
        70017: row("authorization_declined", "The end-user denied the authorization request. {}"),
        70018: row("bad_verification_code", "The verification code is invalid. {}"),
        70020: row("expired_token", "The provided value for the input parameter 'device_code' is expired. {}"),
    ]

    private static let app: [Int: Entry] = [
        700016: row("unauthorized_client", "Application with identifier '{}' was not found in the directory."),
        7000215: row("invalid_client", "Invalid client secret provided. {}", 401),
        7000218: row("invalid_client", "The request body must contain 'client_assertion' or 'client_secret'. {}", 401),
        700025: row(
            "invalid_client",
            "Client is public so neither 'client_assertion' nor 'client_secret' may be presented. {}",
            401
        ),
        700027: row("invalid_client", "Client assertion failed signature validation. {}", 401),
        70002: row("invalid_client", "Error validating client credentials. {}", 401),
        70003: row("unsupported_grant_type", "The app requested an unsupported grant type '{}'."),
        70005: row("unsupported_response_type", "The app requested an unsupported response type '{}'."),
        70007: row("invalid_request", "'{}' is not a supported value of 'response_mode' for this response type."),
        50011: row(
            "invalid_request",
            "The redirect URI '{}' specified in the request does not match those configured."
        ),
        900144: row("invalid_request", "The request body must contain the following parameter: '{}'."),
        90014: row("invalid_request", "The required field '{}' is missing from the request."),
        90023: row("invalid_request", "Unsupported or invalid value of the parameter '{}'."),
        900561: row("invalid_request", "The endpoint only accepts POST requests. Received a {} request."),
        901002: row("invalid_request", "The 'resource' request parameter is not supported. {}"),
        9002325: row("invalid_request", "Proof Key for Code Exchange is required for cross-origin redemption. {}"),
        9002326: row(
            "invalid_request",
            "Cross-origin token redemption is permitted only for 'Single-Page Application'. {}"
        ),
        9002327: row(
            "invalid_request",
            "Tokens issued for 'Single-Page Application' may only be redeemed cross-origin. {}"
        ),
    ]

    /// B2C's own numbers, kept apart by 90,000,000.
    private static let customers: [Int: Entry] = [
        90_090_077: row(
            "interaction_required",
            "User does not have an existing session and request prompt is none. {}"
        ),
        90_090_080: row("invalid_grant", "The provided grant has expired. Please re-authenticate and try again. {}"),
        90_090_091: row("access_denied", "The user has cancelled entering self-asserted information. {}"),
        90_090_118: row("access_denied", "The user has forgotten their password. {}"),
    ]
}
