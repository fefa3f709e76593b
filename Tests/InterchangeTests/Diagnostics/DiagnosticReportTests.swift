import Foundation
import Interchange
import Testing

@Suite("Reports of diagnostics")
struct DiagnosticReportTests {
    private func report() throws -> DiagnosticReport {
        let reading = try FacilityReading(
            """
            id,name,LAT,lon,radius_m,Phone,"The ""site"" now"
            1,"A ""quoted"" name",48.85,2.35,,,
            2,Bar,,,,,
            1,"A ""quoted"" name",48.85,2.35,0,,
            1,Again,48.86,2.36,,,
            """
        )
        let document = reading.document
        let chosen = document.columns?.chosen.map { ($0.field.rawValue, $0.header) } ?? []
        return DiagnosticReport(
            file: document.file,
            counts: ["records": document.recordCount, "usable": document.usableCount],
            mapping: Dictionary(uniqueKeysWithValues: chosen),
            ignoredColumns: document.columns?.ignored ?? [],
            diagnostics: document.diagnostics
        )
    }

    @Test("a report is written as recorded")
    func golden() throws {
        try GoldenFile("report.json").expect(String(decoding: report().json, as: UTF8.self))
    }

    @Test("a report is JSON that other programs read")
    func parses() throws {
        let object = try JSONSerialization.jsonObject(with: Data(report().json)) as? [String: Any]
        #expect((object?["diagnostics"] as? [[String: Any]])?.count == 3)
        #expect((object?["counts"] as? [String: Int]) == ["records": 4, "usable": 2])
        #expect((object?["ignored_columns"] as? [String]) == ["Phone", "The \"site\" now"])
    }

    @Test("an empty report is JSON too")
    func empty() throws {
        let report = DiagnosticReport(
            file: "a\u{1}b",
            counts: [:],
            mapping: [:],
            ignoredColumns: [],
            diagnostics: DiagnosticLog()
        )
        let object = try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any]
        #expect(object?["file"] as? String == "a\u{1}b")
    }
}
