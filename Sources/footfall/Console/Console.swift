internal import Foundation
internal import VisitModel

/// The environment of a command: its output, the clock and the environment variables.
///
/// Results go to `output`, everything else to `errors`, so that results can be piped.
struct Console {
    /// Writes results, as bytes.
    let output: ([UInt8]) throws -> Void
    /// Writes a message without its line break.
    let errors: (String) -> Void
    /// Whether messages go to a terminal.
    let isWatched: Bool
    /// The width of help, in characters; `nil` for the terminal's width.
    let columns: Int?
    /// The environment variables.
    let environment: [String: String]
    /// The current time.
    let now: () -> Timestamp

    /// The environment of the process.
    static var process: Console {
        Console(
            output: StandardOutput.write,
            errors: { text in try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) },
            isWatched: isatty(STDERR_FILENO) == 1,
            columns: nil,
            environment: ProcessInfo.processInfo.environment,
            now: { Timestamp(seconds: Date().timeIntervalSince1970) }
        )
    }

    /// Writes a line of results.
    func print(_ line: String) throws {
        try output(Array((line + "\n").utf8))
    }
}
