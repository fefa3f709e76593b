import Foundation
import Interchange
import VisitModel

/// What a document came to.
struct TrackReading {
    var fixes: [TrackFix] = []
    var diagnostics: [Diagnostic] = []
    var counts = TrackCounts()
    var format: TrackFormat?

    /// The codes of the diagnostics with their lines, for instance `missing_time:3`.
    var remarks: [String] { diagnostics.map { "\($0.code):\($0.line)" } }

    /// Reads a document that comes in pieces.
    init(
        _ pieces: [[UInt8]],
        format: TrackFormat? = nil,
        defaults: TrackDefaults = TrackDefaults(),
        diagnosticLimit: Int = 1000
    ) throws {
        var reader = TrackReader(
            fileName: "track",
            format: format,
            defaults: defaults,
            diagnosticLimit: diagnosticLimit
        )
        for piece in pieces { try reader.consume(piece, into: &fixes) }
        try reader.finish(into: &fixes)
        diagnostics = reader.diagnostics
        counts = reader.counts
        self.format = reader.format
    }

    /// Reads a document that comes at once, for a member named `m` where it names none.
    init(_ text: String, format: TrackFormat? = nil, member: String? = nil) throws {
        let member = try member.map { try MemberID($0) }
        try self.init([Array(text.utf8)], format: format, defaults: TrackDefaults(member: member))
    }
}

/// The data that is not part of the project, where it is present.
enum SharedData {
    static let folder: URL = {
        let packageRoot = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        if let path = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"] {
            return URL(filePath: path, directoryHint: .isDirectory, relativeTo: packageRoot)
        }
        return packageRoot.appending(path: "../shared/data").standardizedFileURL
    }()

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
}
