import Glibc
import LanyardCore
import LanyardFiles
import LanyardTestSupport
import Testing

@Suite("State files")
struct FileStateTests {
    let folder: Folder
    let state: FileState

    init() throws {
        folder = try Folder()
        state = FileState(directory: folder.path + "/deep/lanyard")
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return lstat("\(folder.path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("what was written is read, and nothing else is left")
    func roundTrip() throws {
        #expect(try state.read("index.json") == nil)
        try state.write("index.json", [1, 2, 3])
        try state.write("index.json", [])
        #expect(try state.read("index.json") == [])
        let large = [UInt8](repeating: 7, count: 1_000_000)
        try state.write("index.json", large)
        #expect(try state.read("index.json") == large)
        #expect(folder.contents == ["deep", "deep/lanyard", "deep/lanyard/index.json"])
        try state.remove("index.json")
        try state.remove("index.json")
        #expect(try state.read("index.json") == nil)
    }

    @Test("only the owner may read, whatever the folder was before")
    func modes() throws {
        mkdir(folder.path + "/deep", 0o755)
        mkdir(folder.path + "/deep/lanyard", 0o755)
        try state.write("index.json", [1])
        #expect(mode("deep/lanyard") == 0o700)
        #expect(mode("deep/lanyard/index.json") == 0o600)
    }

    @Test("what a killed writer left goes with the next write, however young, and nothing else does")
    func leftOvers() throws {
        try state.write("index.json", [1])
        let abandoned = ".other.json.999999999-1.new"
        let strangers = [".note.new", ".other.json.1.new", ".other.json.1-x.new", ".other.json.0-1.new"]
        for name in [abandoned] + strangers { folder.write("deep/lanyard/" + name, "{") }
        try state.write("index.json", [2])
        #expect(
            Set(folder.contents)
                == Set(["deep", "deep/lanyard"] + (["index.json"] + strangers).map { "deep/lanyard/" + $0 })
        )
    }

    @Test("a file that somebody is still writing stays, also where its process cannot be seen")
    func unfinished() throws {
        try state.write("index.json", [1])
        let name = "deep/lanyard/.other.json.999999999-1.new"
        folder.write(name, "{")
        let writer = open(folder.path + "/" + name, O_WRONLY | O_CLOEXEC)
        #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
        try state.write("index.json", [2])
        #expect(folder.contents.contains(name))
        let left = LeftOverFiles(state: folder.path + "/deep/lanyard", runtime: folder.path, now: .max)
        #expect(left.find().isEmpty)
        close(writer)
        #expect(left.find().map(\.problem) == [.leftOver])
        try state.write("index.json", [3])
        #expect(!folder.contents.contains(name))
    }

    @Test("what a writer of the same numbers in another container finished meanwhile stays whole")
    func sameNumbers() throws {
        try state.write("index.json", [1])
        let directory = folder.path + "/deep/lanyard"
        let name = "\(directory)/.index.json.\(getpid())-\(pthread_self()).new"
        let other = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0 && Glibc.write(other, "whole", 5) == 5)
        #expect(link(name, "\(directory)/seen") == 0)
        var status = stat()
        fstat(other, &status)
        let waiting = Waiting(for: status.st_ino) {
            rename(name, "\(directory)/index.json")
            close(other)
        }
        try state.write("index.json", [2])
        #expect(waiting.end())
        #expect(folder.read("deep/lanyard/seen") == "whole")
        #expect(try state.read("index.json") == [2])
    }

    @Test("writers of one file in many threads leave one whole file and no other")
    func writers() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                let state = state
                group.addTask { try state.write("index.json", [UInt8](repeating: UInt8(number), count: 4096)) }
            }
            try await group.waitForAll()
        }
        let bytes = try #require(try state.read("index.json"))
        #expect(bytes.count == 4096 && Set(bytes).count == 1)
        #expect(folder.contents == ["deep", "deep/lanyard", "deep/lanyard/index.json"])
    }

    @Test("a symbolic link is neither followed nor replaced")
    func links() throws {
        try state.write("other.json", [1])
        folder.write("target", "untouched")
        symlink(folder.path + "/target", folder.path + "/deep/lanyard/index.json")
        #expect(throws: LanyardError(.fileFailed, "")) { try state.read("index.json") }
        #expect(throws: LanyardError(.fileFailed, "")) { try state.write("index.json", [1]) }
        #expect(folder.read("target") == "untouched")
        rename(folder.path + "/deep/lanyard", folder.path + "/moved")
        symlink(folder.path + "/moved", folder.path + "/deep/lanyard")
        #expect(throws: LanyardError(.fileFailed, "")) { try state.write("other.json", [1]) }
    }

    @Test("a pipe in place of the file does not block")
    func pipes() throws {
        try state.write("other.json", [1])
        mkfifo(folder.path + "/deep/lanyard/index.json", 0o600)
        #expect(throws: LanyardError(.fileFailed, "")) { try state.read("index.json") }
    }

    @Test("an error names the file without what is above its folder")
    func errors() throws {
        folder.write("file", "")
        let state = FileState(directory: folder.path + "/file/lanyard")
        let error = #expect(throws: LanyardError.self) { try state.write("index.json", [1]) }
        #expect(error?.code == .fileFailed)
        #expect(error?.message.contains(folder.path) == false)
    }

    @Test("a name cannot leave the folder", arguments: ["", ".", "..", "../a", "/a", ".hidden", "a\0b"])
    func names(name: String) {
        #expect(throws: LanyardError(.internalFault, "")) { try state.write(name, [1]) }
        #expect(throws: LanyardError(.internalFault, "")) { try state.read(name) }
        #expect(throws: LanyardError(.internalFault, "")) { try state.remove(name) }
    }
}
