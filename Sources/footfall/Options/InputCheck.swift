internal import Foundation

/// Checks files before any work begins.
enum InputCheck {
    /// Checks that every file can be read before the first is, so that a misspelt last name fails at once.
    ///
    /// - Throws: `CommandFailure` with status 66, which names the first that can't be read.
    static func readable(_ files: [String]) throws {
        for file in files where !FileManager.default.isReadableFile(atPath: file) {
            let exists = FileManager.default.fileExists(atPath: file)
            throw CommandFailure(.noInput, "\(file): \(exists ? "can't be read" : "there is no such file")")
        }
    }
}
