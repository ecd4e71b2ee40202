import GLibBridge
import Glibc
import Lanyard
import LanyardCore

/// Fills a cache for measurements, through the code that a sign-in writes with.
///
///     lanyard-fill accounts COUNT      signs COUNT people in, each in three tenants with tokens for two resources
///     lanyard-fill index COUNT         lists COUNT people and keeps items of the first alone
///     lanyard-fill history ROWS        notes ROWS uses of the people who are listed
///     lanyard-fill sign-in NUMBER      writes what one more sign-in writes
///     lanyard-fill rotate NUMBER       writes what a rotated refresh token of that person writes
@main enum Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 2, let number = Int(words[1]), number >= 0 else {
            print("usage: lanyard-fill accounts|index|history|sign-in|rotate NUMBER")
            exit(2)
        }
        let verb = words[0]
        let failure = GLibActor.executor.runHere { () -> String? in
            do {
                try await Filling(Configuration.standard).run(verb, number)
                return nil
            } catch {
                return "\(error)"
            }
        }
        if let failure {
            print("lanyard-fill: \(failure)")
            exit(1)
        }
    }
}
