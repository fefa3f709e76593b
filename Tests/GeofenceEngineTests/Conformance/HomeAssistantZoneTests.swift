import Foundation
import GeofenceEngine
import Testing
import VisitModel

/// Home Assistant's own cases of zones and accuracies; `docs/conformance.md` says why Footfall answers as it does.
@Suite("Home Assistant's zones, as Footfall sees them")
struct HomeAssistantZoneTests {
    private struct Document: Decodable {
        let cases: [Zones]

        struct Zones: Decodable {
            let zones: [Zone]
            let fixes: [Reading]
        }

        struct Zone: Decodable {
            let name: String
            let centre: [Double]
            let radius_m: Double
        }

        struct Reading: Decodable {
            let at: [Double]
            let accuracy: Double
            let expect: String?
        }
    }

    /// Which zones have an open stay after each reading, and whether Home Assistant names one of them, or none where
    /// there is none.
    struct Row: CustomTestStringConvertible {
        let number: Int
        let open: [[String]]
        let isSame: [Bool]

        var testDescription: String { "case \(number)" }
    }

    static let rows = [
        Row(number: 1, open: [["garden"], ["garden"], ["garden", "shop"]], isSame: [false, true, true]),
        Row(
            number: 2,
            open: [["garden", "shop"], ["garden", "shop"], ["garden", "shop"]],
            isSame: [true, true, true]
        ),
        Row(
            number: 3,
            open: Array(repeating: ["garden", "shop"], count: 4),
            isSame: [true, true, false, true]
        ),
        Row(number: 4, open: Array(repeating: ["garden", "shop"], count: 4), isSame: [true, true, true, true]),
        Row(
            number: 5,
            open: [["shop"], ["shop"], ["garden", "shop"], ["garden", "shop"]],
            isSame: [true, true, false, true]
        ),
        Row(
            number: 6,
            open: [["shop"], ["garden", "shop"], ["garden", "shop"], ["garden", "shop"]],
            isSame: [true, true, true, true]
        ),
        Row(number: 7, open: [["smallest"], ["smallest"], ["smallest"]], isSame: [false, true, true]),
    ]

    @Test(
        .enabled(if: SharedData.folder != nil, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"),
        arguments: rows
    )
    func zones(_ row: Row) throws {
        let bytes = Data(try SharedData.lines("conformance/homeassistant_zone_accuracy.json").joined().utf8)
        let cases = try JSONDecoder().decode(Document.self, from: bytes).cases
        #expect(cases.count == Self.rows.count)
        let given = cases[row.number - 1]
        let fences = try given.zones.enumerated().map { number, zone in
            let center = try Coordinate(latitude: zone.centre[0], longitude: zone.centre[1])
            return try Ground.circle(zone.name, key: number, radius: zone.radius_m, at: center)
        }
        var run = try EngineRun(fences)
        for (number, reading) in given.fixes.enumerated() {
            let place = try Coordinate(latitude: reading.at[0], longitude: reading.at[1])
            // Two minutes at each place, so that the time Footfall takes to confirm is not what differs.
            for second in stride(from: 0.0, to: 120, by: 20) {
                run.ingest(Step(Double(number) * 120 + second, at: place, accuracy: reading.accuracy).fix)
            }
            let open = run.builder.open.compactMap { stay in fences.first { $0.key == stay.key }?.facility.text }
            #expect(open.sorted() == row.open[number], "reading \(number + 1)")
            let isSame = reading.expect.map(open.contains) ?? open.isEmpty
            #expect(isSame == row.isSame[number], "reading \(number + 1)")
        }
    }
}
