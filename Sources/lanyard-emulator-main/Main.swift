import LanyardEmulator

@main enum Main { static func main() { EmulatorCommand.run() } }
