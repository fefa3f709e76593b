import Foundation
import Testing

/// A file under `Tests/Golden` with the expected text of an output.
///
/// With `FOOTFALL_RECORD_GOLDEN=1` a test rewrites it instead of comparing; look at the difference before you commit.
struct GoldenFile {
    private let url: URL

    init(_ name: String) {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        url = tests.appending(path: "Golden/footfall/\(name)")
    }

    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["FOOTFALL_RECORD_GOLDEN"] == "1" {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: url, encoding: .utf8)
        #expect(text == expected, sourceLocation: sourceLocation)
    }
}
