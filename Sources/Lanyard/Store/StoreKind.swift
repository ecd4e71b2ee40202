/// Where tokens are kept; never chosen by anything but the configuration.
public enum StoreKind: Sendable, Hashable {
    /// In the user's Secret Service.
    case secretService
    /// In sealed files, for machines without a Secret Service; the key comes from there.
    case file(StoreKeySource)
    /// In this process only.
    case memory
}

/// Where the key of sealed files comes from.
public enum StoreKeySource: Sendable, Hashable {
    /// A file that only its owner can read, outside the folder of the sealed files.
    case file(path: String)
    /// The credential `lanyard.key` that systemd gave the service.
    case credential
    /// An item of the user's Secret Service.
    case secretService
}
