internal import Foundation
internal import VisitModel

/// What a command sees of the world: where it writes, what time it is, what the environment says.
///
/// Results go to `output`, everything else to `errors`, so that results can be piped.
struct Console {
    /// Takes results, as bytes.
    let output: ([UInt8]) throws -> Void
    /// Takes remarks, without a line's end.
    let errors: (String) -> Void
    /// Whether a person watches the remarks as they come.
    let isWatched: Bool
    /// How wide help is set; `nil` for the terminal's width.
    let columns: Int?
    /// The environment's variables.
    let environment: [String: String]
    /// The time.
    let now: () -> Timestamp

    /// The process's own.
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
