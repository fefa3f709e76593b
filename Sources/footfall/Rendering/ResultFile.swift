internal import Foundation

/// A file that a command writes its result to.
enum ResultFile {
    /// Checks that a file can be written, before any work begins.
    ///
    /// Throws `CommandFailure` with status 73 and the reason.
    static func checkWritable(_ file: String) throws {
        guard !file.isEmpty else { throw CommandFailure(.usage, "the name of the file is empty") }
        let url = URL(filePath: file)
        let folder = url.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
            throw CommandFailure(.cannotCreate, "\(file) is a folder, expected a file")
        }
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure(.cannotCreate, "\(file): there is no such folder")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure(.cannotCreate, "\(file): its folder can't be written to")
        }
    }

    /// Writes the file atomically; throws `CommandFailure` with status 73.
    static func write(_ text: String, to file: String) throws { try write(Array(text.utf8), to: file) }

    /// Writes the file atomically; throws `CommandFailure` with status 73.
    static func write(_ bytes: [UInt8], to file: String) throws {
        do {
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandFailure(.cannotCreate, "\(file) can't be written: \(error.localizedDescription)")
        }
    }
}
