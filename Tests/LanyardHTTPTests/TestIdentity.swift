import Foundation
import LanyardCore
import LanyardHTTP

/// A certificate for localhost and a Microsoft host, signed by a CA that nobody has the key of.
enum TestIdentity {
    static let tls = TLSIdentity(certificateChain: certificate, privateKey: Secret(key))

    /// Writes the CA's certificate to a new file for the body.
    static func withAuthorityFile<Result: Sendable>(_ body: (String) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("lanyard-ca-\(UUID().uuidString).pem")
        try Data(authority.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try await body(path.path)
    }

    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBqjCCAU+gAwIBAgIUYH6SwdHbPCbmb1lswjpKJeDL3awwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWVGhyb3ctYXdheSB0ZXN0IENBIG9uZTAgFw0yNjExMzAyMzE4
        MTlaGA8yMTI2MTEwNjIzMTgxOVowITEfMB0GA1UEAwwWVGhyb3ctYXdheSB0ZXN0
        IENBIG9uZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCxfDwy4u9PTfTf91Srw
        d/KXt30BFRK/FuWCo4AVz7WD3bDMqmHKTCWTWV//hoeb8LGkCj8As+m+XtLZF5fn
        0tyjYzBhMB0GA1UdDgQWBBSUAIoY0F3FE3E2t5Tw8zjR+D9uBTAfBgNVHSMEGDAW
        gBSUAIoY0F3FE3E2t5Tw8zjR+D9uBTAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB
        /wQEAwIBBjAKBggqhkjOPQQDAgNJADBGAiEA2rRvDrwMzOj9QmbrGrC/7im/BqFv
        +wWt+O+wkgin8JsCIQC0jyUvBLlQ6reFg8E1WdaOsdfY4zZ24V6KEEJ/QAEoYg==
        -----END CERTIFICATE-----
        """

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIB8zCCAZmgAwIBAgIUY4y6nKmuYauaAbuQMLXXVU6AYxYwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWVGhyb3ctYXdheSB0ZXN0IENBIG9uZTAgFw0yNjExMzAyMzE4
        MTlaGA8yMTI2MTEwNjIzMTgxOVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYH
        KoZIzj0CAQYIKoZIzj0DAQcDQgAEFVLBUKQl8gELYxe6oITILweCHoypzkNMSo8b
        tRN9SW0aGqDnqdHq0j9/DDfocXxRI5UmGnN2JBRikJr2erpueKOBuTCBtjBHBgNV
        HREEQDA+gglsb2NhbGhvc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAGCGWxvZ2lu
        Lm1pY3Jvc29mdG9ubGluZS5jb20wCQYDVR0TBAIwADALBgNVHQ8EBAMCB4AwEwYD
        VR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFMMZIlqVaL+veSostbDFSjVO4akc
        MB8GA1UdIwQYMBaAFJQAihjQXcUTcTa3lPDzONH4P24FMAoGCCqGSM49BAMCA0gA
        MEUCIQCb6zkcqW43rKfqfR0lk8xf0Nuc1qAsqUv15weirirS3AIgPx27vBgQWmKi
        5t0je+LAWTidGZg+LyP327JRx4u7xf8=
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0OoKRkErpr+LpQiV
        9co5opRasO2wBCSdG0JT7V1uNJChRANCAAQVUsFQpCXyAQtjF7qghMgvB4IejKnO
        Q0xKjxu1E31JbRoaoOep0erSP38MN+hxfFEjlSYac3YkFGKQmvZ6um54
        -----END PRIVATE KEY-----
        """
}
