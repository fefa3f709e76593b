import Foundation
import Interchange
import LongTests
import Testing
import VisitModel
import VisitPipeline
import VisitStore

/// Published facility files, which are not part of the project.
enum PublishedFacilities {
    static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"]
        return (named.map { URL(filePath: $0) } ?? root.appending(path: "../shared/data")).appending(path: "facilities")
    }()

    static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// Each file with the number of its records and of its usable rows.
    static let files: [(name: String, records: Int, usable: Int)] = [
        ("osm_us_gyms_tab.csv", 20_137, 20_137), ("hifld_hospitals_bom_crlf.csv", 8013, 8013),
        ("nhs_clinics.csv", 7384, 6992), ("scotland_sports_facility.csv", 13_830, 13_830),
        ("trafford_sports_facilities.csv", 314, 314), ("stations_semicolon.csv", 26_626, 24_403),
        ("us_sephora_one_swapped.csv", 1593, 1590), ("us_airports.csv", 19_850, 19_850),
    ]
}

@Suite(
    "Imports of published facility files",
    .enabled(
        if: PublishedFacilities.arePresent,
        "the published facility files are not here; name their folder in FOOTFALL_SHARED_DATA"
    )
)
struct RealFacilityImportTests {
    @Test(
        "a published file is imported, and a small one changes nothing the second time",
        .long,
        arguments: PublishedFacilities.files
    )
    func twice(file: String, records: Int, usable: Int) throws {
        let store = try VisitStore.temporary()
        let path = PublishedFacilities.folder.appending(path: file).path
        let options = FacilityImportOptions(effectiveFrom: Timestamp(seconds: 1_709_251_200))
        let first = try store.importFacilities(from: path, options: options)
        #expect((first.records, first.usable) == (records, usable))
        let added = first.facilityCounts[0]
        #expect(first.facilityCounts == [added, 0, 0, 0])
        #expect(added == usable - (first.diagnostics.countsByCode["repeated_id"] ?? 0))
        #expect(try store.facilities.all().count == added)
        guard records < 10_000 else { return }
        let second = try store.importFacilities(from: path, options: options)
        #expect(second.facilityCounts == [0, 0, added, 0])
    }

    @Test("the shop with swapped coordinates is warned of")
    func swappedShop() throws {
        let store = try VisitStore.temporary()
        let path = PublishedFacilities.folder.appending(path: "us_sephora_one_swapped.csv").path
        let report = try store.importFacilities(
            from: path,
            options: FacilityImportOptions(effectiveFrom: Timestamp(seconds: 1_709_251_200))
        )
        let warnings = report.diagnostics.entries.filter { $0.code == "far_coordinate" }
        #expect(warnings.contains { $0.message.contains("swapped") })
    }
}
