extension LanyardError.Code {
    // Wrong usage.

    /// An argument that cannot be right, whatever the state of the world.
    public static let invalidArgument = Self(rawValue: "invalid_argument")
    /// A scope that is empty, has blanks or control characters, or belongs to a second resource.
    public static let invalidScope = Self(rawValue: "invalid_scope")
    /// An authority or tenant that cannot be used.
    public static let invalidAuthority = Self(rawValue: "invalid_authority")
    /// A damaged or contradictory configuration.
    public static let invalidConfiguration = Self(rawValue: "invalid_configuration")
    /// A name that two accounts have.
    public static let ambiguousName = Self(rawValue: "ambiguous_name")

    // Accounts.

    /// Nobody is signed in.
    public static let noAccounts = Self(rawValue: "no_accounts")
    /// No signed-in account has that name.
    public static let accountNotFound = Self(rawValue: "account_not_found")
    /// More than one account fits and nothing decides.
    public static let ambiguousAccount = Self(rawValue: "ambiguous_account")
    /// The sign-in was for another account than the one asked for; nothing was stored.
    public static let accountMismatch = Self(rawValue: "account_mismatch")
    /// The account was signed out while the request was under way.
    public static let accountRemoved = Self(rawValue: "account_removed")
    /// The account is not a member of the tenant.
    public static let notAMember = Self(rawValue: "not_a_member")
    /// A rule refuses the account or the target.
    public static let refused = Self(rawValue: "refused")

    // Sign-in.

    /// A person has to sign in again, do a second factor or accept a policy.
    public static let interactionRequired = Self(rawValue: "interaction_required")
    /// A person or an administrator has to consent.
    public static let consentRequired = Self(rawValue: "consent_required")
    /// The person ended the sign-in.
    public static let userCancelled = Self(rawValue: "user_cancelled")
    /// The person declined what was asked for.
    public static let declined = Self(rawValue: "declined")
    /// The sign-in, or the device code, was not completed in time.
    public static let signInTimedOut = Self(rawValue: "sign_in_timed_out")
    /// The account or policy forbids it and no sign-in can change that.
    public static let blocked = Self(rawValue: "blocked")

    // Secret Service.

    /// There is no session bus.
    public static let storeNoBus = Self(rawValue: "store_no_bus")
    /// A bus, but nobody provides the Secret Service.
    public static let storeNoProvider = Self(rawValue: "store_no_provider")
    /// A Secret Service without default collection.
    public static let storeNoDefaultCollection = Self(rawValue: "store_no_default_collection")
    /// The collection is locked and nobody can be asked, or asking is off.
    public static let storeLocked = Self(rawValue: "store_locked")
    /// The person dismissed the unlock prompt.
    public static let storeDismissed = Self(rawValue: "store_dismissed")
    /// The Secret Service did not answer in time.
    public static let storeTimedOut = Self(rawValue: "store_timed_out")
    /// An item is there but cannot be read.
    public static let storeUnreadable = Self(rawValue: "store_unreadable")
    /// Another Secret Service answers than the one with the accounts, or an empty one.
    public static let storeChanged = Self(rawValue: "store_changed")
    /// Any other failure of the Secret Service, a failed save among them.
    public static let storeFailed = Self(rawValue: "store_failed")
    /// The key of the envelope store is not there or cannot be used.
    public static let storeKeyMissing = Self(rawValue: "store_key_missing")
    /// The envelopes are sealed with another key.
    public static let storeKeyWrong = Self(rawValue: "store_key_wrong")
    /// Another process holds the lock for too long.
    public static let lockTimedOut = Self(rawValue: "lock_timed_out")

    // Network and authority.

    /// No connection, or one that broke.
    public static let network = Self(rawValue: "network")
    /// The server's certificate is not trusted.
    public static let untrustedServer = Self(rawValue: "untrusted_server")
    /// The server asks to wait.
    public static let throttled = Self(rawValue: "throttled")
    /// The server failed.
    public static let serverUnavailable = Self(rawValue: "server_unavailable")
    /// A reply that is not what the protocol says.
    public static let malformedReply = Self(rawValue: "malformed_reply")
    /// The server refused the request for a reason that a sign-in does not change.
    public static let serverRefused = Self(rawValue: "server_refused")
    /// A token that does not belong to this request.
    public static let invalidToken = Self(rawValue: "invalid_token")

    // Other.

    /// The process was interrupted.
    public static let interrupted = Self(rawValue: "interrupted")
    /// The request needs a client secret or assertion, and the application has none.
    public static let noCredential = Self(rawValue: "no_credential")
    /// No browser could be started.
    public static let noBrowser = Self(rawValue: "no_browser")
    /// A file could not be read or written.
    public static let fileFailed = Self(rawValue: "file_failed")
    /// A fault of this library.
    public static let internalFault = Self(rawValue: "internal_fault")
}
