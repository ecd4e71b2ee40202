import FoundationEssentials
import GLibBridge
import Glibc
import LanyardTestSupport

/// How a test starts the real browser.
struct Chromium {
    /// Pages may run script.
    var runsScript = true
    /// The proxy that leads Microsoft's host names to the emulator.
    var proxy: String?
    /// Where the browser keeps its profile.
    var profile: String
    /// The file of the one certificate authority that is trusted beside the system's.
    var caFile: String

    /// Whether browser and driver are installed; CI has them by `contrib/install-packages test`.
    static let isInstalled: Bool = {
        let missing = ["chromium", "chromedriver"].filter { !isProgram($0) }
        guard !missing.isEmpty else { return true }
        print("No sign-in through a real browser: \(missing.joined(separator: " and ")) not found in PATH.")
        return false
    }()

    private static func isProgram(_ name: String) -> Bool {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// The arguments of the browser.
    func arguments() throws -> [String] {
        var arguments = [
            "--headless=new", "--user-data-dir=\(profile)", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            // No name is looked up: a page that fetched something from outside would lack it.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
            // This one authority's certificates are accepted and no other error is.
            "--ignore-certificate-errors-spki-list=\(try Self.keyPin(file: caFile))",
        ]
        if let proxy { arguments.append("--proxy-server=\(proxy)") }
        // Chromium's sandbox refuses to run as root, which is what containers are.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        return arguments
    }

    /// The SHA-256 of a certificate's public key, as Chromium takes it.
    static func keyPin(file: String) throws -> String {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let certificate = Data(base64Encoded: text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined())
        else { throw SupportError("\(file) is no certificate") }
        let key = try DER.subjectPublicKey(of: [UInt8](certificate))
        return Data(Digest.sha256(key)).base64EncodedString()
    }
}

/// As much of the distinguished encoding rules as it takes to find the key in a certificate.
enum DER {
    /// The encoded SubjectPublicKeyInfo: after version, serial number, algorithm, issuer, validity and subject.
    static func subjectPublicKey(of certificate: [UInt8]) throws -> [UInt8] {
        let whole = try elements(of: certificate[...])
        let signed = try elements(of: content(of: whole.first ?? []))
        let fields = try elements(of: content(of: signed.first ?? []))
        guard fields.count > 6 else { throw SupportError("the certificate has no key") }
        return [UInt8](fields[6])
    }

    private static func elements(of bytes: ArraySlice<UInt8>) throws -> [ArraySlice<UInt8>] {
        var rest = bytes
        var found: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            let end = try content(of: rest).endIndex
            found.append(rest[..<end])
            rest = rest[end...]
        }
        return found
    }

    private static func content(of element: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
        guard element.count > 1 else { throw SupportError("the certificate ends too early") }
        var start = element.startIndex + 2
        var length = Int(element[start - 1])
        if length >= 0x80 {
            let count = length & 0x7f
            guard count < 5, start + count <= element.endIndex else { throw SupportError("no length") }
            length = element[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
            start += count
        }
        guard start + length <= element.endIndex else { throw SupportError("the certificate ends too early") }
        return element[start..<start + length]
    }
}
