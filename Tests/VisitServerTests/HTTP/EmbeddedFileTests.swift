import Foundation
import Testing

@testable import VisitServer

@Suite("The files that are part of the program")
struct EmbeddedFileTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/VisitServer").standardizedFileURL

    @Test("Each file beside the code is in the program with the same bytes, and no other")
    func same() throws {
        var files = [Self.sources.appending(path: "API/openapi.json")]
        for folder in ["Dashboard/Assets", "Dashboard/Templates"] {
            files += try FileManager.default.contentsOfDirectory(
                at: Self.sources.appending(path: folder),
                includingPropertiesForKeys: nil
            )
        }
        #expect(files.count > 40)
        #expect(EmbeddedFiles.names.sorted() == files.map(\.lastPathComponent).sorted())
        for file in files where EmbeddedFiles.names.contains(file.lastPathComponent) {
            #expect(try EmbeddedFiles.bytes(file.lastPathComponent) == Array(Data(contentsOf: file)), "\(file)")
        }
    }
}
