import LanyardCore
import Testing

@testable import LanyardSelection

@Suite("Git remotes")
struct GitRemotesTests {
    @Test("only the addresses of remotes are read")
    func urls() {
        let text = """
            [core]
            \turl = https://evil.example/
            [remote "origin"]
            \tfetch = +refs/heads/*:refs/remotes/origin/*
            \tURL = https://fab-org@dev.azure.com/fab-org/shop/_git/web
            [branch "main"]
            \turl = https://dev.azure.com/other/x
            [Remote "fork"]
            url="git@ssh.dev.azure.com:v3/fab-org/shop/web"
            """
        let urls = GitRemotes.urls(in: text)
        #expect(urls.count == 2)
        #expect(GitRemotes.target(of: urls)?.key == "azure-devops:fab-org")
    }

    @Test(
        "remotes at several organisations, or elsewhere, say nothing",
        arguments: [
            ["https://dev.azure.com/a/x", "https://dev.azure.com/b/x"], ["https://github.com/a/b"], [],
            ["https://dev.azure.com.evil.example/a"], ["http://dev.azure.com/a/x"],
        ]
    )
    func nothing(urls: [String]) { #expect(GitRemotes.target(of: urls) == nil) }

    @Test("a remote elsewhere does not stand in the way")
    func mixed() {
        let urls = ["https://github.com/a/b", "https://fab-org.visualstudio.com/shop/_git/web"]
        #expect(GitRemotes.target(of: urls)?.kind == .azureDevOps)
    }
}
