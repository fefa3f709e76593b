internal import Foundation

/// A look at files before any work begins.
enum InputCheck {
    /// Looks for every file before the first is read: a misspelt last name should not cost the wait for the others.
    ///
    /// - Throws: `CommandFailure` with status 66, which names the first that can't be read.
    static func readable(_ files: [String]) throws {
        for file in files where !FileManager.default.isReadableFile(atPath: file) {
            let exists = FileManager.default.fileExists(atPath: file)
            throw CommandFailure(.noInput, "\(file): \(exists ? "can't be read" : "there is no such file")")
        }
    }
}
