import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Input")
struct InputTests {
    @Test(
        "a duration is read in the forms that people write",
        arguments: [("90", 90), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("2d", 172_800), ("0", 0), ("1h1s", 3601)]
    )
    func duration(text: String, seconds: Int64) {
        #expect(DurationText.parse(text) == .seconds(seconds))
    }

    @Test(
        "what is no duration is none",
        arguments: ["", "m", "-5m", "5 m", "5x", "30m1h", "5m5", "1.5h", "99999999999999999999", "9999999999d", "٥m"]
    )
    func noDuration(text: String) { #expect(DurationText.parse(text) == nil) }

    @Test(
        "a duration is written in the shortest form",
        arguments: [(0, "0s"), (90, "1m30s"), (300, "5m"), (90_000, "1d1h")]
    )
    func durationText(seconds: Int64, text: String) { #expect(DurationText.text(.seconds(seconds)) == text) }

    @Test(
        "times are UTC whatever the zone; the hour that a clock repeats has two texts",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_767_225_600, "2026-01-01T00:00:00Z"),
            (1_761_438_600, "2025-10-26T00:30:00Z"),
            (1_761_442_200, "2025-10-26T01:30:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (4_102_444_799, "2099-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        ]
    )
    func timestamp(seconds: Int64, text: String) { #expect(Timestamp.text(seconds) == text) }

    @Test(
        "a tenant is a GUID or a domain",
        arguments: ["aaaaaaaa-0000-4000-8000-00000000c001", "contoso.example", "a-b.onmicrosoft.com"]
    )
    func tenants(text: String) throws { try InputRule.tenant(text) }

    @Test(
        "anything else is no tenant",
        arguments: [
            "", "contoso", "common", "a..b", "-a.b", "a b.c", "aaaaaaaa-0000-4000-8000-00000000c00", "a/b.c",
            "contoso.example/",
        ]
    )
    func noTenants(text: String) {
        #expect(throws: LanyardError(.invalidAuthority, "")) { try InputRule.tenant(text) }
    }

    @Test(
        "an authority host has a name and perhaps a port",
        arguments: [
            "login.example", "https://localhost:8443", "localhost", "https://127.0.0.1:1/", "login.example:443",
        ]
    )
    func hosts(text: String) throws { try InputRule.authorityHost(text) }

    @Test(
        "anything else is no authority host",
        arguments: [
            "http://login.example", "https://a.b/c", "https://u@a.b", "a.b?x", "a.b:0", "a.b:99999", "https://",
            "ldap://a.b", "a b.c", "a.b:1:2", "localhost#x",
        ]
    )
    func noHosts(text: String) {
        #expect(throws: LanyardError(.invalidAuthority, "")) { try InputRule.authorityHost(text) }
    }
}
