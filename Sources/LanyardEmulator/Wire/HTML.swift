import LanyardHTTP

/// Text for pages.
enum HTML {
    /// The text with everything escaped that means something in HTML.
    static func escape(_ text: String) -> String { HTMLText.escape(text) }

    /// A hidden form field.
    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(escape(name))\" value=\"\(escape(value))\">"
    }
}
