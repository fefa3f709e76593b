import SeededRandom
import TrackingModel
import RadarEngine
import Foundation
import Testing
import VisitModel

@testable import RadarEngine

@Suite("The responses to Radar's requests")
struct RadarResponseTests {
    private static func read(_ text: String, code: Int = 200, on platform: Platform = .ios) -> RadarParsedResponse {
        var reader = RadarResponseReader(platform: platform)
        return reader.read(code: code, body: Array(text.utf8))
    }

    /// The answer of Footfall's service to a fix.
    private static let plain =
        #"{"meta":{"code":200},"events":[],"user":{"_id":"d1","userId":"u1","deviceId":"d1","location":"#
        + #"{"type":"Point","coordinates":[-75.25,40.5]},"locationAccuracy":12,"stopped":true,"geofences":[]}"#
    private static let fences =
        #","nearbyGeofences":[{"_id":"gym-17","description":"Gym: \"North\"","tag":"facility","#
        + #""externalId":"gym-17","type":"circle","geometryCenter":{"type":"Point","coordinates":[-75.25,40.5]},"#
        + #""geometryRadius":150.4,"dwellThreshold":10},{"_id":"a:b]","description":"","tag":"facility","externalId":"a:b]","#
        + #""type":"polygon","geometryCenter":{"type":"Point","coordinates":[-74.75,40.25]},"geometryRadius":35000,"#
        + #""geometry":{"type":"Polygon","coordinates":[[[-75,40],[-74.5,40],[-74.5,40.5],[-75,40]]]}}]}"#

    @Test("Footfall's plain response is a success that clears remote options and does not mention a trip")
    func plain() {
        let read = Self.read(Self.plain + "}")
        #expect(read.answer.status == .success && read.serverUserID == "d1")
        #expect(read.answer.canExit == false && read.answer.geofenceTags == [])
        #expect(read.answer.hasTrip == false && read.answer.nearbyGeofences == nil)
        #expect(read.answer.meta == RadarServerMeta() && read.problems.isEmpty)
        #expect(Self.read(#"{"meta":{"code":200},"events":[]}"#).answer.hasTrip == nil)
    }

    @Test("Footfall's list of fences is read, circles and polygons")
    func fences() throws {
        let fences = try #require(Self.read(Self.plain + Self.fences).answer.nearbyGeofences)
        #expect(fences.map(\.id) == ["gym-17", "a:b]"])
        #expect(fences[0].center == (try Coordinate(latitude: 40.5, longitude: -75.25)))
        #expect(fences.map(\.radiusMeters) == [150.4, 35_000])
        #expect(fences.map(\.dwellMinutes) == [10, nil] && fences.map(\.needsStop) == [nil, nil])
        let corners = try [(40.0, -75.0), (40, -74.5), (40.5, -74.5)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        #expect(fences.map(\.polygon) == [nil, try Polygon(exterior: corners)])
        #expect(Self.read(Self.plain + #","nearbyGeofences":[]}"#).answer.nearbyGeofences == [])
    }

    @Test(
        "a geometry that is not a polygon leaves the circle round it",
        arguments: [
            "{}", "[]", "7", #"{"coordinates":[]}"#, #"{"coordinates":[[]]}"#, #"{"coordinates":[[[1,2],[3,4]]]}"#,
            #"{"coordinates":[[[1,2],[3,95],[5,6]]]}"#, #"{"coordinates":[[[1,2],[3],[5,6],[7,8]]]}"#,
            #"{"coordinates":[[["1",2],[3,4],[5,7]]]}"#,
        ]
    )
    func brokenPolygon(geometry: String) throws {
        let list =
            #","nearbyGeofences":[{"_id":"y","geometryCenter":{"coordinates":[1,2]},"geometryRadius":90,"geometry":"#
            + geometry + #","stopDetection":true,"dwellThreshold":"5"}]}"#
        let fence = try #require(Self.read(Self.plain + list).answer.nearbyGeofences?.first)
        #expect(fence.polygon == nil && fence.radiusMeters == 90)
        #expect(fence.needsStop == true && fence.dwellMinutes == nil)
    }

    @Test("a polygon's holes are read")
    func hole() throws {
        let list =
            #","nearbyGeofences":[{"_id":"y","geometryCenter":{"coordinates":[1.5,1.5]},"geometryRadius":90000,"geometry":"#
            + #"{"coordinates":[[[1,1],[2,1],[2,2],[1,2],[1,1]],[[1.4,1.4],[1.6,1.4],[1.6,1.6],[1.4,1.4]]]}}]}"#
        let polygon = try #require(Self.read(Self.plain + list).answer.nearbyGeofences?.first?.polygon)
        #expect(polygon.exterior.count == 4 && polygon.holes.map(\.count) == [3])
    }

    @Test("an unreadable fence is reported, and the others count")
    func brokenFence() {
        let list =
            #","nearbyGeofences":[{"_id":"x"},{"_id":"y","geometryCenter":{"coordinates":[1,2]},"geometryRadius":90}]}"#
        let read = Self.read(Self.plain + list)
        #expect(read.answer.nearbyGeofences?.map(\.id) == ["y"])
        #expect(read.problems.count == 1 && read.problems[0].contains("1 of 2"))
    }

    @Test(
        "geofences and a place are something to leave",
        arguments: [
            (#""geofences":[{"_id":"g","tag":"gym"},{"_id":"h","tag":"spa"}]"#, true, ["gym", "spa"]),
            (#""geofences":[],"place":{"_id":"p"}"#, true, []), (#""geofences":[],"place":null"#, false, []),
            (#""place":{"_id":"p"}"#, true, nil), (#""stopped":true"#, nil, nil),
        ] as [(String, Bool?, [String]?)]
    )
    func exits(part: String, canExit: Bool?, tags: [String]?) {
        let answer = Self.read(#"{"user":{"_id":"u",\#(part)}}"#).answer
        #expect(answer.canExit == canExit && answer.geofenceTags == tags.map(Set.init))
        #expect(answer.geofenceIDs == tags.map { $0.isEmpty ? [] : ["g", "h"] })
        #expect(answer.meta == nil)
    }

    @Test("the server's options are read, with those for situations", arguments: Platform.allCases)
    func options(platform: Platform) throws {
        let options = RadarTrackingOptions.presetContinuous(on: platform)
        let other = RadarTrackingOptions.presetResponsive(on: platform)
        let meta =
            #"{"meta":{"trackingOptions":\#(options.json()),"remoteTrackingOptions":[{"type":"on-trip","#
            + #""trackingOptions":\#(other.json())},{"type":"in-geofence","geofenceTags":["gym"],"trackingOptions":"#
            + #"\#(options.json())},{"type":"is-user","trackingOptions":{}}]}}"#
        let read = Self.read(meta, on: platform)
        #expect(read.answer.meta?.trackingOptions == options)
        #expect(
            read.answer.meta?.remoteOptions == [
                RadarRemoteOptions(.onTrip, other), RadarRemoteOptions(.inGeofence, options, geofenceTags: ["gym"]),
            ]
        )
        #expect(read.problems.isEmpty)
    }

    @Test("invalid options are reported and leave the previous ones in force")
    func brokenOptions() {
        let read = Self.read(#"{"meta":{"trackingOptions":{"stopDistance":"far"}},"user":{"_id":"u"}}"#)
        #expect(read.answer.status == .success && read.answer.meta == nil)
        #expect(read.problems.count == 1 && read.problems[0].contains("stopDistance"))
    }

    @Test("an outdated key of the server's options gives one warning, and counts")
    func deprecatedOptions() {
        var reader = RadarResponseReader(platform: .android)
        let body = Array(#"{"meta":{"trackingOptions":{"foregroundService":{"text":"On"}}}}"#.utf8)
        let read = reader.read(code: 200, body: body)
        #expect(read.warnings.contains { $0.code == .deprecated && $0.option == "foregroundService" })
        #expect(read.answer.meta?.trackingOptions?.runsForegroundService == true)
        let again = reader.read(code: 200, body: body)
        #expect(again.warnings.isEmpty && again.answer == read.answer)
    }

    @Test(
        "status codes are Radar's statuses",
        arguments: [
            (200, RadarStatus.success), (204, .errorServer), (302, .errorUnknown), (400, .errorBadRequest),
            (401, .errorUnauthorized), (402, .errorPaymentRequired), (403, .errorForbidden), (404, .errorNotFound),
            (418, .errorUnknown), (429, .errorRateLimit), (500, .errorServer), (503, .errorServer), (0, .errorUnknown),
        ]
    )
    func codes(code: Int, status: RadarStatus) {
        let body = code == 204 ? "" : Self.plain + "}"
        #expect(Self.read(body, code: code).answer.status == status)
    }

    @Test(
        "what is not an answer of a Radar server is an error of the server, whatever its status code",
        arguments: [
            "", "<html>Sign in to the hotel's Wi-Fi</html>", "[]", "{}", #"{"ok":true}"#, "null", "{\"meta\":{}",
            "{\"user\":{\"_id\":\"u}}", "{\"user\":[}]", "{\"user\":{}} {}",
        ]
    )
    func foreign(body: String) {
        let read = Self.read(body)
        #expect(read.answer.status == .errorServer && read.problems.count == 1)
    }

    @Test("events are emitted, and names with escapes are read")
    func events() {
        let read = Self.read(
            #"{"user":{"_id":"a\"\u00e9"},"events":[{"_id":"e1","type":"user.entered_geofence","createdAt":"2024-03-01"},"#
                + #"{"type":"x"},7]}"#
        )
        #expect(read.serverUserID == "a\"é")
        #expect(
            read.events == [RadarServerEvent(id: "e1", type: "user.entered_geofence", createdAt: "2024-03-01")]
        )
    }

    @Test("an answer that is cut or changed anywhere never crashes the reader", arguments: [1, 2, 3] as [UInt64])
    func damaged(seed: UInt64) {
        var generator = RadarGenerator(seed: seed)
        let whole = Array((Self.plain + Self.fences).utf8)
        var reader = RadarResponseReader(platform: .ios)
        for _ in 0..<400 {
            var body = Array(whole.prefix(Int.random(in: 0...whole.count, using: &generator)))
            for _ in 0..<Int.random(in: 0...3, using: &generator) where !body.isEmpty {
                body[Int.random(in: 0..<body.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let read = reader.read(code: 200, body: body)
            #expect([.success, .errorServer].contains(read.answer.status), "seed \(seed)")
        }
    }
}
