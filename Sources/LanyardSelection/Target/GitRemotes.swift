/// The addresses of a repository's remotes, read out of its configuration; nothing else in there is looked at.
package enum GitRemotes {
    /// The `url` of every remote, in the order of the file.
    package static func urls(in configuration: String) -> [String] {
        var urls: [String] = []
        var isRemote = false
        for line in configuration.split(whereSeparator: \.isNewline) {
            let line = trimmed(line[...])
            if line.hasPrefix("[") {
                isRemote = line.lowercased().hasPrefix("[remote \"")
            } else if isRemote, let equals = line.firstIndex(of: "="),
                trimmed(line[..<equals]).lowercased() == "url"
            {
                let value = trimmed(line[line.index(after: equals)...])
                if !value.isEmpty { urls.append(String(value)) }
            }
        }
        return urls
    }

    /// The service that the remotes are at, where all that the table knows are at the same.
    ///
    /// Several organisations are no evidence for any of them.
    package static func target(of urls: [String], table: TargetTable = .builtIn) -> Target? {
        var found: Target?
        for url in urls {
            guard var target = table.target(url: web(url)).target else { continue }
            if let known = found {
                guard known.key == target.key else { return nil }
                target.path = known.path == target.path ? known.path : ""
            }
            found = target
        }
        return found
    }

    /// The https address for one that goes by SSH to Azure DevOps.
    private static func web(_ url: String) -> String {
        for prefix in ["git@ssh.dev.azure.com:v3/", "ssh://git@ssh.dev.azure.com/v3/"] where url.hasPrefix(prefix) {
            return "https://dev.azure.com/" + url.dropFirst(prefix.count)
        }
        return url
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1 ? text.dropFirst().dropLast() : text
    }
}
