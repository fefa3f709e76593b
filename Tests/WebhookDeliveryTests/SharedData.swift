import Foundation

/// Data that lies beside the project and is not part of it.
enum SharedData {
    /// The folder, where there is one.
    static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let folder = named ?? root.appendingPathComponent("../shared/data").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()
}
