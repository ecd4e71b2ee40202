import FoundationEssentials
public import LanyardCore

extension Verdict {
    /// The verdict in the JSON form of `lanyard which -o json`.
    public var jsonValue: JSONValue {
        guard let data = try? JSONEncoder().encode(self), let value = try? JSONValue.parse(Array(data)) else {
            return .null
        }
        return value
    }
}
