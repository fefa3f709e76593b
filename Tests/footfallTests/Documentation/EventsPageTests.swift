import Foundation
import Tables
import Testing
import VisitModel

@testable import VisitServer
@testable import footfall

@Suite("The page of events")
struct EventsPageTests {
    /// An event's row in the page's table.
    private struct Row: CustomStringConvertible {
        let event: String
        let fields: Set<String>
        let webhook: String

        var description: String { event }
    }

    private static let names: Set<String> = ["geofenceId", "geofenceIds", "location", "throwable"]

    private static func rows() throws -> [Row] {
        let page = try #require(ProjectFiles(root: ProjectFiles.root).text("docs/events.md"))
        let cells = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { cell in
                cell.split(separator: "`").enumerated().compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
            }
        }
        return cells.filter { $0.count == 3 }.map {
            Row(event: $0[0].first ?? "", fields: Set($0[1]), webhook: $0[2].first ?? "")
        }
    }

    private static func events() throws -> [GeofenceEvent] {
        let (gym, visit) = (try FacilityID("G-1"), try VisitID("v1"))
        let reading = GeofenceEvent.Location(
            coordinate: try Coordinate(latitude: 39.9, longitude: -75.1),
            accuracy: 12,
            time: Timestamp(milliseconds: 1_709_552_947_000)
        )
        let kinds: [(GeofenceEvent.Kind, GeofenceEvent.Location?)] = [
            (.registered([gym]), nil), (.unregistered([gym]), nil), (.entered(gym, visit: visit), reading),
            (.dwell(gym, visit: visit), reading), (.exited(gym, visit: visit), reading), (.heartbeat, reading),
            (.error(code: "too_many_geofences", message: "20 are allowed"), nil),
        ]
        return try kinds.map { kind, location in
            GeofenceEvent(
                id: try EventID("e1"),
                device: try DeviceID("phone-1"),
                kind: kind,
                occurredAt: reading.time,
                observedAt: reading.time,
                location: location
            )
        }
    }

    private static func object(_ json: some Sequence<UInt8>) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    @Test("the table has the seven events, and the API, the command line and webhooks write the fields that it lists")
    func fields() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.event) == (try Self.events()).map(\.kind.name))
        for (row, event) in zip(rows, try Self.events()) {
            let answer = try Self.object(JSONDocument.encoded(EventDocument(event)))
            #expect(Self.names.intersection(answer.keys) == row.fields, "\(row)")

            var printed: [UInt8] = []
            try Report.writeOne(event, EventDisplay.columns, .json) { printed += $0 }
            let command = try Self.object(printed)
            #expect(Self.names.isSubset(of: command.keys))
            #expect(Set(Self.names.filter { !(command[$0] is NSNull) }) == row.fields, "\(row)")
            for name in row.fields where name != "location" {
                #expect(command[name] as? NSObject == answer[name] as? NSObject, "\(row) \(name)")
            }

            let examples = ProjectFiles.root.appending(path: "docs/webhooks/examples")
            let located = examples.appending(path: row.webhook + ".location.json")
            let plain = examples.appending(path: row.webhook + ".json")
            let message = try Self.object(try (try? Data(contentsOf: located)) ?? Data(contentsOf: plain))
            let data = try #require(message["data"] as? [String: Any])
            #expect(Self.names.intersection(data.keys) == row.fields, "\(row)")
        }
    }

    @Test("a location has the fields of the document, and where all geofences were cleared the ids are null")
    func nulls() throws {
        for event in try Self.events() {
            let answer = try Self.object(JSONDocument.encoded(EventDocument(event)))
            guard let location = answer["location"] as? [String: Any] else { continue }
            #expect(location.keys.sorted() == ["accuracy", "accuracy_m", "latitude", "longitude", "timestamp"])
        }
        let cleared = GeofenceEvent(
            id: try EventID("e1"),
            device: try DeviceID("phone-1"),
            kind: .unregistered(nil),
            occurredAt: Timestamp(milliseconds: 0),
            observedAt: Timestamp(milliseconds: 0),
            location: nil
        )
        let answer = try Self.object(JSONDocument.encoded(EventDocument(cleared)))
        #expect(answer["geofenceIds"] is NSNull)
        #expect(answer["facilities"] == nil)
    }
}
