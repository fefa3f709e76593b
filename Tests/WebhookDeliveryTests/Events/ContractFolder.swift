import Foundation
import Testing

/// The folder `docs/webhooks`: what partners are promised.
enum ContractFolder {
    static let url: URL = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appending(path: "docs/webhooks")
    }()

    /// The names of the files with an ending, without it.
    static func names(ending: String, in folder: String = ".") throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path)
        return Set(files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
    }

    /// A file that is a JSON object.
    static func object(_ path: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url.appending(path: path)))
        return try #require(value as? [String: Any], "\(path) is not an object")
    }
}
