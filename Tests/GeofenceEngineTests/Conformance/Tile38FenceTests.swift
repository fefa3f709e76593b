import Foundation
import GeofenceEngine
import Testing
import VisitModel

/// Tile38's own fence cases; `docs/conformance.md` explains where Footfall differs.
@Suite("Tile38's fence cases in Footfall")
struct Tile38FenceTests {
    private struct Document: Decodable {
        let cases: [Case]

        struct Case: Decodable {
            let name: String
            let fence: Shape?
            let fences: [String: [Double]]?
            let sets: [Reading]
        }

        struct Shape: Decodable {
            let circle: [Double]?
            let radius_m: Double?
            let bounds: [Double]?
        }

        struct Reading: Decodable {
            let at: [Double]
            let expect: [String]?
        }
    }

    private static func fences(of given: Document.Case) throws -> [Fence] {
        if let circle = given.fence?.circle, let radius = given.fence?.radius_m {
            let center = try Coordinate(latitude: circle[0], longitude: circle[1])
            return [try Ground.circle("fence", radius: radius, at: center)]
        }
        let bounds = try given.fences ?? ["fence": #require(given.fence?.bounds)]
        return try bounds.sorted { $0.key < $1.key }.enumerated().map { number, entry in
            let (south, west, north, east) = (entry.value[0], entry.value[1], entry.value[2], entry.value[3])
            let corners = try [(south, west), (south, east), (north, east), (north, west)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            return Fence(
                key: try #require(FenceKey(exactly: number)),
                facility: try FacilityID(entry.key),
                geofence: .polygon(try Polygon(exterior: corners))
            )
        }
    }

    /// Footfall's transitions at one fix, in Tile38's words.
    ///
    /// `inside` is one more fix of a stay; there is no `cross`, and no word for a fix that stays outside.
    private static func words(_ transitions: ArraySlice<FenceTransition>, _ fences: [Fence]) -> [String] {
        let name = { (key: FenceKey) in
            fences.count > 1 ? ":" + (fences.first { $0.key == key }?.facility.text ?? "?") : ""
        }
        return transitions.map { transition in
            switch transition {
            case .entered(let key, _, _), .presumed(let key, _, _): "enter" + name(key)
            case .stayed(let key, _): "inside" + name(key)
            case .exited(let key, _, _, _, _): "exit" + name(key)
            case .lapsed(let key, _, _), .timedOut(let key, _), .fenceChanged(let key, _): "end" + name(key)
            }
        }
    }

    struct Row: CustomTestStringConvertible {
        let name: String
        /// The expected transitions of the plain rule at each fix.
        let bare: [[String]]

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "basic", bare: [["enter"], ["exit"]]),
        Row(name: "eec", bare: [["enter"], ["exit"], []]),
        Row(name: "eecio", bare: [["enter"], ["exit"], []]),
        Row(name: "bounds inside,outside", bare: [["enter"], ["exit"]]),
        Row(
            name: "order over several fences: exits before enters",
            bare: [["enter:A", "enter:B"], ["exit:A", "exit:B", "enter:C", "enter:D"]]
        ),
    ]

    @Test(
        .enabled(if: SharedData.folder != nil, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"),
        arguments: rows
    )
    func cases(_ row: Row) throws {
        let bytes = Data(try SharedData.lines("conformance/tile38_fence.json").joined().utf8)
        let cases = try JSONDecoder().decode(Document.self, from: bytes).cases
        #expect(cases.map(\.name) == Self.rows.map(\.name))
        let given = try #require(cases.first { $0.name == row.name })
        let fences = try Self.fences(of: given)
        var plain = try EngineRun(fences, policy: .bare)
        var standard = try EngineRun(fences)
        for (number, reading) in given.sets.enumerated() {
            let place = try Coordinate(latitude: reading.at[0], longitude: reading.at[1])
            let step = Step(Double(number) * 60, at: place)
            let seen = plain.transitions.count
            plain.ingest(step.fix)
            standard.ingest(step.fix)
            let words = Self.words(plain.transitions[seen...], fences)
            #expect(words == row.bare[number], "reading \(number + 1)")
            // Entries and exits equal Tile38's, in its order, where the case expects them.
            if let expected = reading.expect, expected.contains(where: { $0.hasPrefix("e") }) {
                let shared = expected.filter { $0.hasPrefix("enter") || $0.hasPrefix("exit") }
                #expect(words == shared, "reading \(number + 1)")
            }
        }
        // One fix inside makes no stay under the recommended policy.
        #expect(standard.emitted.isEmpty)
    }
}
