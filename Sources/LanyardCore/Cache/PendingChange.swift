/// What lies beside the index while items and index are being changed: whose change it is.
///
/// No account stands for a change of several, or for a mark that was found when the next one was to be made.
struct PendingChange {
    static let fileName = "accounts.pending"

    var key: AccountKey?

    init(_ key: AccountKey?) { self.key = key }

    init(bytes: [UInt8]) {
        guard let document = try? JSONValue.parse(bytes), let id = document["home_account_id"]?.stringValue,
            !id.isEmpty,
            let environment = document["environment"]?.stringValue, let clientID = document["client_id"]?.stringValue
        else { return }
        key = AccountKey(homeAccountID: HomeAccountID(rawValue: id), environment: environment, clientID: clientID)
    }

    var bytes: [UInt8] {
        guard let key else { return [] }
        let document: JSONValue = [
            "home_account_id": .string(key.homeAccountID.rawValue), "environment": .string(key.environment),
            "client_id": .string(key.clientID),
        ]
        return Array(document.serializedASCII().utf8)
    }
}
