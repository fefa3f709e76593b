import Foundation
import Interchange
import Testing
import VisitModel

@Suite("Each app gets a response that it accepts as success")
struct PhoneReplyTests {
    private static func orders() throws -> FenceOrders {
        let circle = FenceOrder(
            facility: try FacilityID("gym-17"),
            name: "Gym: \"North\"",
            center: try Coordinate(latitude: 40.5, longitude: -75.25),
            radiusMeters: 150.4,
            dwellSeconds: 600
        )
        let corners = [(40.0, -75.0), (40.0, -74.5), (40.5, -74.5)]
        let polygon = FenceOrder(
            facility: try FacilityID("a:b]"),
            center: try Coordinate(latitude: 40.25, longitude: -74.75),
            radiusMeters: 35_000,
            vertices: try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) },
            dwellSeconds: 0
        )
        return FenceOrders(added: [circle, polygon], removed: [try FacilityID("old"), try FacilityID("older")])
    }

    private static func reply(_ app: PhoneApp, _ fences: FenceOrders?, _ report: PhoneReport = PhoneReport()) -> String
    {
        String(decoding: PhoneReply.make(for: app, report: report, fences: fences).body, as: UTF8.self)
    }

    @Test("the Transistor SDK removes named geofences first and then adds others")
    func repliesToTransistor() throws {
        #expect(
            Self.reply(.transistor, try Self.orders())
                == #"{"background_geolocation":[["removeGeofences",["old","older"]],["addGeofences",["#
                + #"{"identifier":"gym-17","latitude":40.5,"longitude":-75.25,"radius":150.4,"notifyOnEntry":true,"#
                + #""notifyOnExit":true,"notifyOnDwell":true,"loiteringDelay":600000},"#
                + #"{"identifier":"a:b]","latitude":40.25,"longitude":-74.75,"radius":35000,"notifyOnEntry":true,"#
                + #""notifyOnExit":true,"notifyOnDwell":true,"loiteringDelay":0,"#
                + #""vertices":[[40,-75],[40,-74.5],[40.5,-74.5]]}]]]}"#
        )
    }

    @Test("the Transistor SDK never gets a removal without names, for that removes all")
    func neverRemovesAll() throws {
        let added = FenceOrders(added: try Self.orders().added)
        #expect(!Self.reply(.transistor, added).contains("removeGeofences"))
        let removed = FenceOrders(removed: [try FacilityID("old")])
        #expect(Self.reply(.transistor, removed) == #"{"background_geolocation":[["removeGeofences",["old"]]]}"#)
        #expect(Self.reply(.transistor, FenceOrders()) == "{}")
        #expect(Self.reply(.transistor, nil) == "{}")
    }

    @Test("OwnTracks gets waypoints, and for a removed one what makes every version stop monitoring it")
    func repliesToOwnTracks() throws {
        let orders = try Self.orders()
        let text = Self.reply(.ownTracks, FenceOrders(added: orders.added, removed: [try FacilityID("old")]))
        #expect(
            text
                == #"[{"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","waypoints":["#
                + #"{"_type":"waypoint","desc":"[old]","lat":0,"lon":0,"rad":0,"tst":TST1,"rid":"old"},"#
                .replacing("TST1", with: "\(Self.time(in: text, of: "old"))")
                + #"{"_type":"waypoint","desc":"[old]","lat":-1000,"lon":-1000,"rad":0,"tst":TST1,"rid":"old"},"#
                .replacing("TST1", with: "\(Self.time(in: text, of: "old"))")
                + #"{"_type":"waypoint","desc":"Gym - \"North\" [gym-17]","lat":40.5,"lon":-75.25,"rad":151,"tst":TST2,"rid":"gym-17"},"#
                .replacing("TST2", with: "\(Self.time(in: text, of: "gym-17"))")
                + #"{"_type":"waypoint","desc":"[a%3Ab%5D]","lat":40.25,"lon":-74.75,"rad":35000,"tst":TST3,"rid":"a:b]"}"#
                .replacing("TST3", with: "\(Self.time(in: text, of: "a:b]"))")
                + "]}}]"
        )
        let times = ["old", "gym-17", "a:b]"].map { Self.time(in: text, of: $0) }
        #expect(Set(times).count == 3 && times.allSatisfy { (1...0x7FFF_FFFF).contains($0) })
        #expect(Self.reply(.ownTracks, orders) == Self.reply(.ownTracks, orders))
        #expect(Self.reply(.ownTracks, nil) == "[]")
    }

    /// The `tst` of a waypoint.
    private static func time(in text: String, of facility: String) -> Int {
        let parts = text.components(separatedBy: "{\"_type\":\"waypoint\",")
        let part = parts.first { $0.contains("\"rid\":\"\(facility)\"") } ?? ""
        return part.firstMatch(of: /"tst":(\d+)/).flatMap { Int($0.1) } ?? 0
    }

    @Test(
        "a waypoint's name that we made gives the facility back",
        arguments: ["gym-17", "a:b]", "50%", "[x]", "%3A", "ü é"]
    )
    func readsBack(id: String) throws {
        let order = FenceOrder(
            facility: try FacilityID(id),
            name: "A [B]: C",
            center: try Coordinate(latitude: 1, longitude: 2),
            radiusMeters: 100,
            dwellSeconds: 60
        )
        let text = Self.reply(.ownTracks, FenceOrders(added: [order]))
        let match = try #require(text.firstMatch(of: /"desc":("[^"]*")/))
        #expect(!match.1.contains(":"))
        let reading = PhoneReading(
            "{\"_type\":\"transition\",\"event\":\"enter\",\"desc\":\(match.1),\"tst\":1772471051,\"lat\":1,\"lon\":2,\"topic\":\"owntracks/x\"}",
            as: .ownTracks
        )
        #expect(reading.records.first?.claim?.fence == id)
    }

    @Test("the Radar SDK, which keeps the first nineteen, gets the fences with the nearest edge first")
    func nearestFirst() throws {
        let body = """
            {"deviceId":"d1","latitude":40.5,"longitude":-75.25,"accuracy":12,"locationMs":1772471051250,
             "nearbyGeofences":true}
            """
        // The order by id is b, c, a, d; the third is the farthest by its centre, and its edge is the nearest.
        let fences = try [("b", 0.02, 100.0), ("c", 0.01, 100), ("a", 0.03, 3200), ("d", 0.01, 100)].map {
            id,
            east,
            radius in
            FenceOrder(
                facility: try FacilityID(id),
                center: try Coordinate(latitude: 40.5, longitude: -75.25 + east),
                radiusMeters: radius,
                dwellSeconds: 60
            )
        }
        let text = PhoneReading(body, as: .radar).reply(.radar, PhoneReply.Summary(), FenceOrders(all: fences))
        let order = text.matches(of: /"externalId":"([a-d])"/).map { String($0.1) }
        #expect(order == ["a", "c", "d", "b"])
    }

    @Test(
        "the Radar SDK gets as many fences as it asks for, by default ten on Android, never more than it can watch",
        arguments: [
            ("Android", nil, 10), ("Android", 0, 10), ("Android", -1, 10), ("Android", 1, 1), ("Android", 25, 25),
            ("Android", 99, 99), ("Android", 100, 99), ("iOS", nil, 19), ("iOS", 5, 5), ("iOS", 20, 19),
            ("Web", nil, 19),
        ] as [(String, Int?, Int)]
    )
    func fenceLimit(system: String, limit: Int?, expected: Int) throws {
        let asked = limit.map { #","nearbyGeofencesLimit":\#($0)"# } ?? ""
        let body =
            #"{"deviceId":"d1","latitude":40.5,"longitude":-75.25,"accuracy":12,"locationMs":1772471051250,"#
            + #""deviceType":"\#(system)","nearbyGeofences":true\#(asked)}"#
        let fences = try (100..<220).map { number in
            FenceOrder(
                facility: try FacilityID("f\(number)"),
                center: try Coordinate(latitude: 40.5, longitude: -75.25 + Double(number - 99) * 0.01),
                radiusMeters: 100,
                dwellSeconds: 60
            )
        }
        let report = PhoneReading(body, as: .radar).report
        func list(_ presence: [FenceOrder]) throws -> [String] {
            let reply = PhoneReply.make(for: .radar, report: report, fences: .init(all: fences), presence: presence)
            let parts = String(decoding: reply.body, as: UTF8.self).split(separator: "nearbyGeofences")
            return try #require(parts.last).matches(of: /"externalId":"(f\d+)"/).map { String($0.1) }
        }
        let all = (100..<220).map { "f\($0)" }
        let (emitted, kept) = (try list([]), try list([fences[119]]))
        #expect(emitted == Array(all.prefix(expected)))
        // A fence that the phone is in is never cut off, wherever the fix is.
        #expect(kept == Array((["f219"] + all).prefix(expected)))
    }

    @Test("the Radar SDK gets the user and, where it asks, all fences")
    func repliesToRadar() throws {
        let body = """
            {"userId":"u1","deviceId":"d1","latitude":40.5,"longitude":-75.25,"accuracy":12,"locationMs":1772471051250,
             "stopped":true,"nearbyGeofences":ASKS}
            """
        let user =
            #"{"meta":{"code":200},"events":[],"user":{"_id":"d1","userId":"u1","deviceId":"d1","location":"#
            + #"{"type":"Point","coordinates":[-75.25,40.5]},"locationAccuracy":12,"stopped":true,"geofences":[]}"#
        let orders = try Self.orders()
        let silent = PhoneReading(body.replacing("ASKS", with: "false"), as: .radar)
        #expect(silent.reply(.radar, PhoneReply.Summary(), orders) == user + "}")
        let asking = PhoneReading(body.replacing("ASKS", with: "true"), as: .radar)
        #expect(
            asking.reply(.radar, PhoneReply.Summary(), orders)
                == user + #","nearbyGeofences":[{"_id":"gym-17","description":"Gym: \"North\"","tag":"facility","#
                + #""externalId":"gym-17","type":"circle","geometryCenter":{"type":"Point","coordinates":[-75.25,40.5]},"#
                + #""geometryRadius":150.4,"dwellThreshold":10},{"_id":"a:b]","description":"","tag":"facility","externalId":"a:b]","#
                + #""type":"polygon","geometryCenter":{"type":"Point","coordinates":[-74.75,40.25]},"geometryRadius":35000,"#
                + #""geometry":{"type":"Polygon","coordinates":[[[-75,40],[-74.5,40],[-74.5,40.5],[-75,40]]]}}]}"#
        )
        let all = FenceOrders(removed: [try FacilityID("old")], all: [])
        #expect(asking.reply(.radar, PhoneReply.Summary(), all) == user + #","nearbyGeofences":[]}"#)
        #expect(PhoneReading("{}", as: .radar).reply(.radar) == #"{"meta":{"code":200},"events":[]}"#)
    }

    @Test("only the Radar SDK gets the fences that it is in")
    func repliesWithPresence() throws {
        let body = #"{"deviceId":"d1","latitude":40.5,"longitude":-75.25,"accuracy":12,"locationMs":1772471051250}"#
        let report = PhoneReading(body, as: .radar).report
        let presence = try Self.orders().added
        let emitted = PhoneReply.make(for: .radar, report: report, presence: presence)
        #expect(
            String(decoding: emitted.body, as: UTF8.self)
                == #"{"meta":{"code":200},"events":[],"user":{"_id":"d1","deviceId":"d1","location":"#
                + #"{"type":"Point","coordinates":[-75.25,40.5]},"locationAccuracy":12,"stopped":false,"geofences":["#
                + #"{"_id":"gym-17","description":"Gym: \"North\"","tag":"facility","externalId":"gym-17","#
                + #""type":"circle","geometryCenter":{"type":"Point","coordinates":[-75.25,40.5]},"geometryRadius":150.4,"dwellThreshold":10},"#
                + #"{"_id":"a:b]","description":"","tag":"facility","externalId":"a:b]","type":"polygon","#
                + #""geometryCenter":{"type":"Point","coordinates":[-74.75,40.25]},"geometryRadius":35000,"#
                + #""geometry":{"type":"Polygon","coordinates":[[[-75,40],[-74.5,40],[-74.5,40.5],[-75,40]]]}}]}}"#
        )
        for app in PhoneApp.allCases where app != .radar {
            let report = PhoneReading("{}", as: app).report
            #expect(
                PhoneReply.make(for: app, report: report, presence: presence)
                    == PhoneReply.make(for: app, report: report),
                "\(app)"
            )
        }
    }

    @Test("only the Radar SDK gets the tracking options, as they were written")
    func repliesWithTrackingOptions() {
        let options = "{ \"sync\": \"all\",\n \"beacons\": false }"
        for app in PhoneApp.allCases {
            let report = PhoneReading("{}", as: app).report
            let plain = PhoneReply.make(for: app, report: report)
            let emitted = PhoneReply.make(for: app, report: report, trackingOptions: Array(options.utf8))
            guard app == .radar else {
                #expect(emitted == plain, "\(app)")
                continue
            }
            #expect(
                String(decoding: emitted.body, as: UTF8.self)
                    == "{\"meta\":{\"code\":200,\"trackingOptions\":\(options)},\"events\":[]}"
            )
        }
    }

    @Test("an order to monitor a facility has its circle, or its corners and the circle round them")
    func makesOrders() throws {
        let ring = [(40.0, -75.0), (40.0, -74.99), (40.01, -74.99), (40.01, -75.0)]
        let polygon = try Polygon(exterior: ring.map { try Coordinate(latitude: $0.0, longitude: $0.1) })
        let order = FenceOrder(Facility(id: try FacilityID("f"), name: "F", geofence: .polygon(polygon)))
        #expect(order.vertices == polygon.exterior && order.dwellSeconds == 600)
        #expect(polygon.exterior.allSatisfy { order.center.distance(to: $0) <= order.radiusMeters })
        let circle = Geofence.circle(center: try Coordinate(latitude: 1, longitude: 2), radius: try Radius(meters: 75))
        let round = FenceOrder(Facility(id: try FacilityID("f"), geofence: circle))
        #expect(round.radiusMeters == 75 && round.vertices == nil)
        // No phone's system has a fence of several polygons.
        let other = try Polygon(exterior: ring.map { try Coordinate(latitude: $0.0 + 1, longitude: $0.1) })
        let several = FenceOrder(Facility(id: try FacilityID("f"), geofence: try Geofence(polygons: [polygon, other])))
        #expect(several.vertices == nil)
        for corner in polygon.exterior + other.exterior {
            #expect(several.center.distance(to: corner) <= several.radiusMeters)
        }
    }
}
