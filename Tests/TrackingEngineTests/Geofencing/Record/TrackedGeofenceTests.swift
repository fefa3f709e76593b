import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel

@Suite("The record of a geofence")
struct TrackedGeofenceTests {
    static func value(_ json: String) throws -> ConfigValue {
        try JSONDecoder().decode(ConfigValue.self, from: Data(json.utf8))
    }

    static func message(_ json: String) throws -> String {
        let value = try value(json)
        do {
            _ = try TrackedGeofence.records(reading: value)
            return "taken"
        } catch {
            return error.message
        }
    }

    @Test("a circle in addGeofence's form is read with the SDK's defaults, and what is read-only is passed over")
    func defaults() throws {
        let fence = try TrackedGeofence(
            reading: try Self.value(
                """
                {"identifier": " HOME ", "latitude": 40, "longitude": -75, "radius": 200,
                 "extras": {"tag": "gym", "n": [1, 2.5]},
                 "notifyOnDwell": null, "hits": 7, "entryState": 1, "stateUpdatedAt": 5, "somethingNew": true}
                """
            )
        )
        #expect(fence.identifier == "HOME")
        #expect(fence.center == (try FenceGround.place()))
        #expect(fence.radiusMeters == 200)
        #expect(fence.polygon == nil)
        #expect(fence.notifyOnEntry && fence.notifyOnExit && !fence.notifyOnDwell)
        #expect(fence.loiteringDelay == .zero)
        #expect(fence.extras == ["tag": .text("gym"), "n": .list([.integer(1), .fraction(2.5)])])
        #expect(fence.hits == 0 && fence.entryState == .outside && fence.stateUpdatedAt == nil)
    }

    @Test("the document's own geofence is made from plain numbers, and what can't be is named")
    func plainNumbers() throws {
        let fence = try TrackedGeofence(
            identifier: "ZONE_OF_INTEREST",
            radius: 200,
            latitude: 37.234232,
            longitude: 42.234234,
            notifyOnExit: true
        )
        let center = try Coordinate(latitude: 37.234232, longitude: 42.234234)
        #expect(
            fence == (try TrackedGeofence(identifier: "ZONE_OF_INTEREST", center: center, radius: Radius(meters: 200)))
        )
        let silent = try TrackedGeofence(
            identifier: "a",
            radius: 50,
            latitude: 1,
            longitude: 2,
            notifyOnEntry: false,
            notifyOnExit: false,
            notifyOnDwell: true,
            loiteringDelay: 30_000,
            extras: ["n": .integer(1)]
        )
        #expect(!silent.notifyOnEntry && !silent.notifyOnExit && silent.notifyOnDwell)
        #expect(silent.loiteringDelay == .seconds(30))
        #expect(silent.extras == ["n": .integer(1)])
        for (radius, latitude, longitude) in [(0, 1, 2), (.nan, 1, 2), (50, 91, 2), (50, 1, 181)]
            as [(Double, Double, Double)]
        {
            let error = #expect(throws: TrackingEngineError.self) {
                try TrackedGeofence(identifier: "bad", radius: radius, latitude: latitude, longitude: longitude)
            }
            #expect(error?.message.contains("bad") == true)
        }
    }

    @Test("every given field counts, and the delay is in milliseconds")
    func given() throws {
        let fence = try TrackedGeofence(
            reading: try Self.value(
                """
                {"identifier": "a", "latitude": -1.5, "longitude": 2.25, "radius": 150.5, "notifyOnEntry": false,
                 "notifyOnExit": false, "notifyOnDwell": true, "loiteringDelay": 30000}
                """
            )
        )
        #expect(!fence.notifyOnEntry && !fence.notifyOnExit && fence.notifyOnDwell)
        #expect(fence.loiteringDelay == .seconds(30))
        #expect(fence.center == (try Coordinate(latitude: -1.5, longitude: 2.25)))
        #expect(fence.radiusMeters == 150.5)
    }

    @Test("a polygon has latitude first, and gets the circle that holds all its corners")
    func polygon() throws {
        let fence = try TrackedGeofence(
            reading: try Self.value(
                #"{"identifier": "p", "vertices": [[40, -75], [40.002, -75], [40.002, -74.997]], "radius": 3}"#
            )
        )
        let polygon = try #require(fence.polygon)
        #expect(polygon.exterior.map(\.latitude) == [40, 40.002, 40.002])
        for corner in polygon.exterior {
            #expect(corner.distance(to: fence.center) <= fence.radiusMeters)
            #expect(corner.distance(to: fence.center) > fence.radiusMeters * 0.5)
        }
        #expect(fence.radiusMeters > 160 && fence.radiusMeters < 180)
    }

    @Test(
        "what can't be watched is refused with the field's name",
        arguments: [
            ("[{\"identifier\": \"a\"}]", "entry 1 of 1: geofence.latitude: missing, expected a number"),
            (#"{"latitude": 1}"#, "geofence.identifier: missing, expected a text"),
            (#"{"identifier": 5}"#, "geofence.identifier: expected a text, found the number 5"),
            (#""a""#, "geofence: expected an object with identifier, latitude, longitude and radius"),
            (#"{"identifier": " "}"#, "geofence.latitude: missing"),
            (#"{"identifier": "a", "latitude": "40", "longitude": 1}"#, "geofence.latitude: expected a number"),
            (#"{"identifier": "a", "latitude": 91, "longitude": 1}"#, "geofence.latitude: latitude 91.0"),
            (#"{"identifier": "a", "latitude": 1, "longitude": 181}"#, "geofence.longitude: longitude 181.0"),
            (#"{"identifier": "a", "latitude": 1, "longitude": 1}"#, "geofence.radius: missing, expected a number"),
            (#"{"identifier": "a", "latitude": 1, "longitude": 1, "radius": 0}"#, "geofence.radius: radius 0.0 m"),
            (#"{"identifier": "a", "notifyOnExit": 1}"#, "geofence.notifyOnExit: expected true or false"),
            (#"{"identifier": "a", "loiteringDelay": -1}"#, "geofence.loiteringDelay: expected 0 or more"),
            (#"{"identifier": "a", "extras": [1]}"#, "geofence.extras: expected an object"),
            (#"{"identifier": "a", "vertices": [[1, 2], [3]]}"#, "geofence.vertices[1]: expected [latitude"),
            (#"{"identifier": "a", "vertices": [[-120, 40]]}"#, "geofence.vertices[0]: latitude -120.0"),
            (#"{"identifier": "a", "vertices": [[1, 1], [2, 2]]}"#, "geofence.vertices: a ring has fewer than three"),
            (
                #"{"identifier": "a", "vertices": [[0, 0], [0, 40], [40, 0]]}"#,
                "the circle round the polygon: radius"
            ),
            (
                #"[{"identifier": "a", "latitude": 1, "longitude": 1, "radius": 9}, 7]"#,
                "entry 2 of 2: geofence: expected an object"
            ),
        ]
    )
    func mistakes(json: String, expected: String) throws {
        #expect(try Self.message(json).hasPrefix(expected))
    }

    @Test("a name fits both systems and is none of the SDK's own")
    func names() throws {
        let circle = #"", "latitude": 1, "longitude": 1, "radius": 100}"#
        for (name, expected) in [
            ("", "geofence.identifier: the identifier is empty"),
            (String(repeating: "a", count: 100), "taken"),
            (String(repeating: "a", count: 101), "geofence.identifier: \"aaa"),
            ("__STATIONARY_REGION__", "geofence.identifier: \"__STATIONARY_REGION__\" is reserved by the SDK"),
            (TrackedRegion.helperID, "geofence.identifier: \"__PROXIMITY_REGION__\""),
        ] {
            #expect(try Self.message(#"{"identifier": ""# + name + circle).hasPrefix(expected), "\(name)")
        }
    }

    @Test("a fence without any notification, or with an invalid delay, is refused")
    func nothing() throws {
        #expect(throws: TrackingEngineError.self) { try FenceGround.fence("a", entry: false, exit: false) }
        #expect(throws: TrackingEngineError.self) { try FenceGround.fence("a", dwell: -1) }
        #expect(throws: TrackingEngineError.self) { try FenceGround.fence("a", dwell: 1e9) }
        #expect(try FenceGround.fence("a", entry: false, exit: false, dwell: 0).notifyOnDwell)
    }

    @Test("a record decoded from its JSON keeps the SDK's part")
    func roundTrip() throws {
        var phone = try FenceGround.phone(
            .android,
            [
                try FenceGround.fence("c", dwell: 30, extras: ["k": .bool(true)]), try FenceGround.square("p"),
            ]
        )
        _ = phone.receive(.enter, "c", "p", fix: try FenceGround.fix(10.125), at: 10.125)
        for name in ["c", "p"] {
            let record = try #require(phone.stored[name])
            #expect(record.hits == 1)
            #expect(record.entryState == .inside)
            #expect(record.stateUpdatedAt == FenceGround.time(10.125))
            #expect(try FenceGround.reborn(record) == record)
            guard case .object(let object) = record.configValue else { throw CancellationError() }
            #expect(object["stateUpdatedAt"] == .fraction(1_709_273_388.125))
            #expect(object["entryState"] == .integer(1))
            #expect(object["loiteringDelay"] == .integer(name == "c" ? 30_000 : 0))
            #expect((object["vertices"] != nil) == (name == "p"))
        }
    }
}
