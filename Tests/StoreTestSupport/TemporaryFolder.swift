internal import Foundation

/// A path in a folder of its own, removed at the end.
package final class TemporaryFolder {
    /// The folder.
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("footfall-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    package func file(_ name: String) -> String { path + "/" + name }
}
