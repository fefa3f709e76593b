import Foundation
import Interchange
import Synchronization
import VisitModel

/// What a facility file came to.
struct FacilityReading: Sendable {
    var rows: [FacilityRow] = []
    var document: FacilityDocument

    /// Reads a file that comes in chunks of a size.
    init(
        _ bytes: [UInt8],
        file: String = "gyms.csv",
        overrides: [FacilityField: String] = [:],
        defaults: FacilityDefaults = FacilityDefaults(),
        stored: [Facility] = [],
        diagnosticLimit: Int = 100_000,
        chunk: Int = 65_536
    ) throws {
        let chunks = stride(from: 0, to: bytes.count, by: chunk).map { Array(bytes[$0..<min($0 + chunk, bytes.count)]) }
        var features: FeatureColumns?
        if FeatureSurvey.isFeatureList(bytes) {
            var survey = FeatureSurvey(file: file)
            for chunk in chunks { try survey.consume(chunk) }
            features = try survey.finish()
        }
        document = FacilityDocument(
            file: file,
            overrides: overrides,
            defaults: defaults,
            features: features,
            diagnosticLimit: diagnosticLimit
        )
        let known = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
        var rows: [FacilityRow] = []
        for chunk in chunks { try document.consume(chunk, completedBy: { known[$0] }) { rows.append($0) } }
        try document.finish(completedBy: { known[$0] }) { rows.append($0) }
        self.rows = rows
    }

    init(_ text: String, overrides: [FacilityField: String] = [:]) throws {
        try self.init(Array(text.utf8), overrides: overrides)
    }

    /// Reads a file of facilities of which some are stored already.
    init(_ text: String, stored: [Facility]) throws {
        try self.init(Array(text.utf8), stored: stored)
    }

    /// Reads rows below a header.
    init(header: String = "id,lat,lon", _ rows: String...) throws {
        try self.init(([header] + rows).joined(separator: "\n") + "\n")
    }

    /// The codes of the diagnostics with their lines, for instance `bad_radius:3`.
    var remarks: [String] { document.diagnostics.entries.map { "\($0.code):\($0.line)" } }
    /// The diagnostics as a person sees them.
    var messages: [String] { document.diagnostics.entries.map(\.description) }
    /// How many diagnostics there are of a code.
    func count(_ code: String) -> Int { document.diagnostics.countsByCode[code] ?? 0 }
}

/// The real facility files, which are not part of the project, and what a person reads from them.
enum FacilityFiles {
    struct Expectation: Decodable, Sendable {
        struct Mapping: Decodable, Sendable {
            let id: String
            let name: String
            let address: [String]
            let city: String?
            let state: String?
            let lat: String
            let lon: String
        }

        let file: String
        let delimiter: String
        let header: [String]
        let mapping: Mapping
        let records: Int
        let usable_rows: Int
        let rows_missing_coordinate: Int?
        let duplicate_ids: Int
        let duplicate_name_and_point: Int
    }

    static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"] ?? "../shared/data"
        return URL(filePath: path, directoryHint: .isDirectory, relativeTo: root)
    }()

    static var arePresent: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "expected/facility_stats.json").path)
    }

    /// What is expected of each of the seven files; empty where the data is missing.
    static let expectations: [Expectation] = {
        guard arePresent else { return [] }
        let url = folder.appending(path: "expected/facility_stats.json")
        do {
            return try JSONDecoder().decode([Expectation].self, from: Data(contentsOf: url))
        } catch {
            preconditionFailure("\(url.path) can't be read: \(error)")
        }
    }()

    /// Reads a file.
    static func read(_ file: String, chunk: Int = 65_536) throws -> FacilityReading {
        let data = try Data(contentsOf: folder.appending(path: "facilities/\(file)"))
        return try FacilityReading([UInt8](data), file: file, chunk: chunk)
    }

    /// What a file came to; each is read once for all tests.
    static func reading(_ file: String) throws -> FacilityReading {
        try known.withLock { known in
            if let reading = known[file] { return reading }
            let reading = try read(file)
            known[file] = reading
            return reading
        }
    }

    private static let known = Mutex<[String: FacilityReading]>([:])
}
