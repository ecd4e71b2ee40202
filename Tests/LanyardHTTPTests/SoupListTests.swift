import CSoupCheck
import Testing

@Suite("libsoup's functions")
struct SoupListTests {
    @Test("every function that we call was compared with the real headers when this was compiled")
    func compared() {
        #expect(lanyard_soup_checked_entries() > 40)
    }
}
