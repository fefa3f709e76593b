import TrackingTestSupport
import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel

@Suite("Records against payloads of the real SDK")
struct RecordConformanceTests {
    static let url: URL? = {
        let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let folder = named ?? root.appendingPathComponent("../shared/data").standardizedFileURL
        let file = folder.appendingPathComponent("conformance/ingest_payloads.json")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }()

    /// Traccar's collection: one body from Android's emulator, one from iOS's simulator.
    static func bodies() throws -> [ConfigValue] {
        let document = try ConfigValue.json([UInt8](Data(contentsOf: try #require(url))))
        guard case .list(let cases)? = document[path: "cases"] else { return [] }
        return cases.filter { $0[path: "peer"] == .text("Traccar/Transistorsoft JSON") }.compactMap { $0[path: "body"] }
    }

    @Test(
        "the body that the same location makes has every value that the real one has",
        .enabled(if: url != nil, "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder")
    )
    func bodiesAgree() throws {
        let bodies = try Self.bodies()
        try #require(bodies.count == 2)
        for (body, platform) in zip(bodies, [Platform.android, .ios]) {
            let location = try Self.location(try #require(body[path: "location"]))
            let config = UploadWorld.config(platform) {
                $0.http.params = ["device_id": body[path: "device_id"] ?? .null]
            }
            let record = UploadRecord(uuid: location.uuid, json: try RecordWriting(config).json(of: location))
            let ours = try ConfigValue.json(UploadEnvelope(config).body(of: [record]))
            #expect(ours.keys == body.keys)
            var compared = 0
            Self.compare(ours, body, at: "", &compared)
            #expect(compared == (platform == .ios ? 23 : 14))
        }
    }

    /// The location that a real record was made of.
    static func location(_ record: ConfigValue) throws -> TrackedLocation {
        func number(_ path: String) -> Double? { record[path: path]?.number }
        func text(_ path: String) -> String? {
            guard case .text(let text)? = record[path: path] else { return nil }
            return text
        }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let time = Timestamp(seconds: try style.parse(try #require(text("timestamp"))).timeIntervalSince1970)
        let fix = Fix(
            time: time,
            coordinate: try Coordinate(
                latitude: try #require(number("coords.latitude")),
                longitude: try #require(number("coords.longitude"))
            ),
            horizontalAccuracy: number("coords.accuracy"),
            speed: number("coords.speed"),
            course: number("coords.heading"),
            altitude: number("coords.altitude"),
            activity: text("activity.type").flatMap(Activity.init(rawValue:)),
            battery: number("battery.level"),
            flags: record[path: "mock"] == .bool(true) ? [.mock] : []
        )
        var location = TrackedLocation(
            uuid: text("uuid") ?? "",
            fix: fix,
            recordedAt: time.advanced(by: .milliseconds(number("age") ?? 0)),
            event: text("event").flatMap(TrackedLocation.Reason.init(rawValue:)),
            isMoving: record[path: "is_moving"] == .bool(true)
        )
        location.odometerMeters = number("odometer") ?? 0
        location.activityConfidence = Int(number("activity.confidence") ?? 0)
        location.isCharging = record[path: "battery.is_charging"] == .bool(true)
        return location
    }

    static func compare(_ ours: ConfigValue?, _ theirs: ConfigValue, at path: String, _ compared: inout Int) {
        guard case .object(let members) = theirs else {
            compared += 1
            // A fraction of zero is read as either kind of number.
            let isSame = ours == theirs || (theirs.number != nil && ours?.number == theirs.number)
            #expect(isSame, "\(path): \(String(describing: ours)), the SDK has \(theirs)")
            return
        }
        for (key, value) in members { compare(ours?[path: key], value, at: "\(path)/\(key)", &compared) }
    }
}
