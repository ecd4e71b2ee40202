import LanyardCLI

@main enum Main {
    static func main() { Tool.runProcess() }
}
