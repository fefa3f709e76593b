import Foundation
import Interchange
import Testing
import VisitModel

@Suite("Real tracks are read to the last fix")
struct SharedTrackTests {
    private static let isPresent = SharedData.exists("traces/gpx_fixes.csv")

    @Test(
        "a real CSV file is read without a remark",
        .enabled(if: isPresent, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"),
        arguments: [
            ("emission_fixes.csv", 9769), ("emission_delivery_order.csv", 9769),
            ("google_takeout_newest_first.csv", 416),
            ("posmo_fixes.csv", 1327), ("gpx_fixes.csv", 2016),
        ]
    )
    func readsCSV(file: String, count: Int) throws {
        let reading = try TrackReading([try SharedData.bytes("traces/\(file)")])
        #expect(reading.fixes.count == count)
        #expect(reading.diagnostics.isEmpty)
        if file == "emission_delivery_order.csv" {
            #expect(reading.fixes.allSatisfy { $0.receivedAt != nil && $0.platform != nil })
        }
        if file == "posmo_fixes.csv" {
            #expect(reading.fixes.count { $0.fix.horizontalAccuracy == nil } == 149)
        }
    }

    @Test(
        "the GPX files give the fixes of gpx_fixes.csv",
        .enabled(if: isPresent, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder")
    )
    func readsGPX() throws {
        let table = try TrackReading([try SharedData.bytes("traces/gpx_fixes.csv")])
        let expected = Dictionary(grouping: table.fixes) { $0.member?.text ?? "" }
        let folder = SharedData.folder.appending(path: "traces/gpx")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".gpx") }
        #expect(names.count == 28)
        for name in names.sorted() {
            let member = "gpx-" + name.dropLast(4)
            let reading = try TrackReading(
                [try SharedData.bytes("traces/gpx/\(name)")],
                defaults: TrackDefaults(member: try MemberID(member))
            )
            let wanted = expected[member] ?? []
            #expect(reading.fixes.map(\.fix.time) == wanted.map(\.fix.time), "\(name)")
            #expect(reading.fixes.map(\.fix.coordinate) == wanted.map(\.fix.coordinate), "\(name)")
            #expect(reading.diagnostics.allSatisfy { ["missing_time", "not_a_track"].contains($0.code) }, "\(name)")
        }
    }

    @Test(
        "the payloads that phones post give the positions their makers expect",
        .enabled(
            if: SharedData.exists("conformance/ingest_payloads.json"),
            "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"
        )
    )
    func readsPayloads() throws {
        let document = try JSONSerialization.jsonObject(
            with: Data(SharedData.bytes("conformance/ingest_payloads.json"))
        )
        let cases = try #require((document as? [String: Any])?["cases"] as? [[String: Any]])
        var compared = 0
        for entry in cases {
            let peer = entry["peer"] as? String ?? ""
            guard peer.contains("Transistor") || peer.contains("Overland"), let body = entry["body"],
                let wanted = entry["expect"] as? [[String: Any]]
            else { continue }
            let bytes = [UInt8](try JSONSerialization.data(withJSONObject: body))
            let reading = try TrackReading([bytes], defaults: TrackDefaults(device: try DeviceID("unnamed")))
            #expect(reading.fixes.count == wanted.count, "\(peer)")
            for (fix, values) in zip(reading.fixes, wanted) {
                let device = values["device"] as? String ?? ""
                #expect(fix.device.text == (device.isEmpty ? "unnamed" : device))
                #expect(fix.fix.time.iso8601 == values["time"] as? String)
                #expect(fix.fix.coordinate.latitude == values["lat"] as? Double)
                #expect(fix.fix.coordinate.longitude == values["lon"] as? Double)
                #expect(fix.fix.horizontalAccuracy == values["accuracy"] as? Double)
                #expect(fix.fix.flags.contains(.mock) == (values["mock"] as? Bool ?? false))
                compared += 1
            }
        }
        #expect(compared == 3)
    }
}
