internal import ArgumentParser
internal import Foundation
internal import Tables
internal import VisitModel

/// The environment of a command: results go to `output`, everything else to `errors`, so that results can be piped.
struct Console: Sendable {
    let output: @Sendable ([UInt8]) throws -> Void
    /// Writes a message without its line break.
    let errors: @Sendable (String) -> Void
    /// Whether messages go to a terminal.
    let isWatched: Bool
    /// The width of help, in characters; `nil` for the terminal's width.
    let columns: Int?
    let environment: [String: String]
    /// The user of the operating system.
    let userName: String
    let now: @Sendable () -> Timestamp

    static var process: Console {
        Console(
            output: StandardOutput.write,
            // A message may quote a name from a file.
            errors: { text in
                let line = TableText.lines(text) + "\n"
                try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
            },
            isWatched: isatty(STDERR_FILENO) == 1,
            columns: nil,
            environment: ProcessInfo.processInfo.environment,
            // By the process's effective user id, which unlike the environment can't be chosen.
            userName: NSUserName(),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) }
        )
    }

    func with(_ environment: [String: String]) -> Console {
        Console(
            output: output,
            errors: errors,
            isWatched: isWatched,
            columns: columns,
            environment: environment,
            userName: userName,
            now: now
        )
    }

    /// Writes a line of results, a sentence for people.
    ///
    /// It may quote a name from data, which must neither control the terminal nor look like another one.
    func print(_ line: String) throws { try output(Array((TableText.oneLine(line) + "\n").utf8)) }
}

extension Console {
    /// Reports the error with which a command ended, and returns the exit status.
    func end(after error: any Error, _ arguments: [String] = []) -> Int32 {
        if error is StandardOutput.Closed { return 0 }
        if let failure = CommandFailure(error) {
            if !failure.description.isEmpty { errors("footfall: \(failure.description)") }
            return failure.status.rawValue
        }
        let message = Footfall.fullMessage(for: error, columns: columns)
        let code = Footfall.exitCode(for: error)
        guard code.isSuccess else {
            errors(Footfall.suggestion(for: arguments).map { "\(message)\n  \($0)" } ?? message)
            return code.rawValue
        }
        do {
            try output(Array((message + "\n").utf8))
            return code.rawValue
        } catch {
            return end(after: error)
        }
    }
}

enum StandardOutput {
    /// The reader closed the pipe, as in `footfall events | head`, which is not a failure.
    struct Closed: Error {}

    /// - Throws: `Closed` when the reader closed the pipe, `CommandFailure` when the disk or pipe fails.
    static func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw Closed()
            } else if errno != EINTR {
                throw CommandFailure(.inputOutput, "the output can't be written: \(String(cString: strerror(errno)))")
            }
        }
    }
}
