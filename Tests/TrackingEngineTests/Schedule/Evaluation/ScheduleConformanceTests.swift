import Foundation
import Testing
import TrackingEngine
import VisitModel

/// Cases worked out by hand from the vendor's description of `schedule`, that lie beside the project.
@Suite(
    "Schedules against cases computed by hand",
    .enabled(if: ScheduleCases.url != nil, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder")
)
struct ScheduleConformanceTests {
    @Test("each case", arguments: ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati"])
    func cases(zone: String) throws {
        let cases = try ScheduleCases.all()
        #expect(cases.count >= 20)
        let place = try TimeZoneName(zone)
        for item in cases {
            let time = try ScheduleWorld.time(item.local, zone)
            let schedule = try Schedule(parsing: item.rules)
            let mode = schedule.state(at: time, in: place).mode?.rawValue
            #expect(mode == item.expect, "\(item.rules) at \(item.local) in \(zone)")
            #expect(Schedule(schedule.entries.reversed()).state(at: time, in: place).mode?.rawValue == item.expect)
        }
    }
}

/// The file of cases.
struct ScheduleCases: Decodable {
    struct Case: Decodable {
        let rules: [String]
        let local: String
        let expect: String?
    }

    let cases: [Case]

    static let url: URL? = {
        let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let folder = named ?? root.appendingPathComponent("../shared/data").standardizedFileURL
        let url = folder.appendingPathComponent("conformance/schedule_strings.json")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()

    static func all() throws -> [Case] {
        try JSONDecoder().decode(ScheduleCases.self, from: Data(contentsOf: try #require(url))).cases
    }
}
