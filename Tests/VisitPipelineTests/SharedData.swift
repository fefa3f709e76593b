import Foundation
import Interchange
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

/// The real and labelled data that is not part of the project, where it is present.
enum SharedData {
    static let missing: Comment = "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"

    static let folder: URL = {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        if let path = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"] {
            return URL(filePath: path, directoryHint: .isDirectory, relativeTo: root)
        }
        return root.appending(path: "../shared/data").standardizedFileURL
    }()

    /// An observation time later than every fix.
    static let now = Timestamp(seconds: 1_760_000_000)

    static var isPresent: Bool { FileManager.default.fileExists(atPath: path("README.md")) }

    static func path(_ name: String) -> String { folder.appending(path: name).path }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// The rows of a file without quoted fields, by the names of its header.
    static func rows(_ name: String) throws -> [[Substring: Substring]] {
        let lines = String(decoding: try bytes(name), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let header = lines.first?.split(separator: ",", omittingEmptySubsequences: false) else { return [] }
        return lines.dropFirst().map { line in
            Dictionary(
                zip(header, line.split(separator: ",", omittingEmptySubsequences: false)),
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The facilities of a file.
    static func facilities(_ name: String) throws -> [Facility] {
        var document = FacilityDocument(file: name)
        var facilities: [Facility] = []
        try document.consume(try bytes(name)) { facilities.append($0.facility) }
        try document.finish { facilities.append($0.facility) }
        return facilities
    }

    /// A new store with the facilities of a file.
    static func store(_ facilities: String, _ zone: String) throws -> VisitStore {
        let store = try VisitStore.temporary()
        try store.settings.setDefaultTimeZone(try TimeZoneName(zone))
        let list = try self.facilities(facilities)
        _ = try store.facilities.importRows(effectiveFrom: Timestamp(seconds: 1_700_000_000)) { importer in
            for facility in list { _ = try importer.upsert(facility) }
        }
        return store
    }

    /// Calls a closure with the path of a file; a compressed one is unpacked, with only the lines that match a regular
    /// expression.
    static func withTrack<Value>(
        _ name: String,
        lines: String = "",
        _ body: (String) throws -> Value
    ) throws -> Value {
        guard name.hasSuffix(".gz") else { return try body(path(name)) }
        let unpacked = FileManager.default.temporaryDirectory.appending(path: "track-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: unpacked) }
        try Data().write(to: unpacked)
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["zgrep", "-E", lines, path(name)]
        gzip.standardOutput = try FileHandle(forWritingTo: unpacked)
        try gzip.run()
        gzip.waitUntilExit()
        try #require(gzip.terminationStatus == 0, "gzip could not unpack \(name)")
        return try body(unpacked.path)
    }

    static func time(_ text: Substring?) throws -> Timestamp? {
        guard let text, !text.isEmpty else { return nil }
        return try TimestampParser().parse(text)
    }
}
