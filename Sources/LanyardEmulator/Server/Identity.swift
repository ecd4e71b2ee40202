import LanyardCore
import LanyardHTTP

/// The certificates in the state folder: a throw-away authority of its own and the server's certificate.
struct Identity {
    static let authorityFile = "ca.pem"
    static let bundleFile = "ca-bundle.pem"
    private static let keyFile = "ca.key"
    /// Browsers take no certificate that lives longer than 398 days.
    private static let leafDays: Int64 = 390
    private static let authorityDays: Int64 = 3650

    let tls: TLSIdentity

    /// Reads the authority, or makes one, and makes a new certificate for the server.
    init(files: any StateFiles, random: any RandomSource, now: Int64, systemRoots: [UInt8]) throws {
        let authority = try Self.authority(files, random, now)
        try files.write(Self.authorityFile, Array(authority.certificate.pem.utf8))
        // REQUESTS_CA_BUNDLE and its like replace the system's roots, so both have to be in there.
        try files.write(Self.bundleFile, systemRoots + Array(("\n" + authority.certificate.pem).utf8))
        let key = try PrivateKey(.ellipticCurve)
        let plan = CertificatePlan(
            commonName: "localhost",
            hosts: ServedHosts.certificateHosts,
            addresses: [ServedHosts.loopback],
            notBefore: now - 86400,
            days: Self.leafDays,
            serial: [1] + random.bytes(15)
        )
        let leaf = try Certificate(plan, key: key, issuer: authority)
        tls = TLSIdentity(certificateChain: leaf.pem + authority.certificate.pem, privateKey: Secret(try key.pem()))
    }

    private static func authority(
        _ files: any StateFiles,
        _ random: any RandomSource,
        _ now: Int64
    ) throws -> (certificate: Certificate, key: PrivateKey) {
        if let pem = try files.read(authorityFile), let key = try files.read(keyFile) {
            let certificate = Certificate(pem: String(decoding: pem, as: UTF8.self))
            if let expiry = try? certificate.expiry(), expiry > now + (leafDays + 1) * 86400,
                let key = try? PrivateKey(pem: String(decoding: key, as: UTF8.self))
            {
                return (certificate, key)
            }
        }
        let key = try PrivateKey(.ellipticCurve)
        let plan = CertificatePlan(
            commonName: "Lanyard emulator throw-away authority",
            isAuthority: true,
            hosts: ServedHosts.permittedDomains,
            addresses: [ServedHosts.loopback],
            notBefore: now - 86400,
            days: authorityDays,
            serial: [1] + random.bytes(15)
        )
        let certificate = try Certificate(plan, key: key)
        try files.write(keyFile, Array(try key.pem().utf8))
        return (certificate, key)
    }
}
