import Foundation
import Interchange
import VisitModel
import VisitPipeline
import VisitStore

/// A temporary database and files to import into it.
final class ImportBench {
    let store: VisitStore
    private let folder: URL

    init() throws {
        store = try VisitStore.temporary()
        folder = FileManager.default.temporaryDirectory.appending(path: "footfall-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file and returns its path.
    func file(_ text: String, _ name: String = "input.csv") throws -> String {
        let url = folder.appending(path: name)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
    }

    func facilities(
        _ text: String,
        _ mode: ImportMode = ImportMode(),
        timeZone: TimeZoneName? = nil,
        overrides: [FacilityField: String] = [:]
    ) throws -> ImportReport {
        try store.importFacilities(
            from: file(text),
            options: FacilityImportOptions(
                overrides: overrides,
                timeZone: timeZone,
                mode: mode,
                effectiveFrom: Timestamp(seconds: 1_709_251_200)
            )
        )
    }

    func members(_ text: String, _ mode: ImportMode = ImportMode()) throws -> ImportReport {
        try store.importMembers(
            from: file(text),
            options: MemberImportOptions(mode: mode, observedAt: Timestamp(milliseconds: 1_704_067_200_000))
        )
    }

    /// The ids of the facilities in use.
    func ids() throws -> [String] { try store.facilities.all().map(\.facility.id.text) }

    /// The logical content of the database.
    func dump() throws -> [String] {
        var lines: [String] = []
        try store.logicalDump { lines.append($0) }
        return lines
    }
}

extension ImportReport {
    /// The counts of facilities: added, updated, unchanged, retired.
    var facilityCounts: [Int] {
        guard case .facilities(let summary) = changes else { return [] }
        return [summary.added, summary.updated, summary.unchanged, summary.retired]
    }

    /// The changes of the members.
    var memberChanges: MemberImportSummary {
        switch changes {
        case .facilities(let summary): summary.members
        case .members(let summary): summary
        }
    }

    /// The codes of the diagnostics, in their order.
    var codes: [String] { diagnostics.entries.map(\.code) }
}
