import TrackingTestSupport
import RadarEngine
import TrackingModel
import Foundation
import Testing
import VisitModel

@testable import RadarEngine

@Suite("The bodies of Radar's requests")
struct RadarBodyTests {
    static func installation(_ platform: Platform) -> RadarInstallation {
        var installation = RadarInstallation(
            installID: "install-1",
            deviceID: "phone-1",
            device: platform == .ios
                ? RadarDevice(
                    type: "iOS",
                    make: "Apple",
                    model: "iPhone15,2",
                    osVersion: "17.2",
                    country: "US",
                    language: "en"
                )
                : RadarDevice(type: "Android", make: "Google", model: "Pixel 8", osVersion: "14"),
            app: RadarAppIdentity(id: "com.example.gym", name: "Gym \"North\"", version: "1.2"),
            permissions: RadarPermissions(
                location: "GRANTED_BACKGROUND",
                locationAccuracy: "FULL",
                notifications: "DENIED"
            ),
            sdkVersion: "1.0.0",
            timeZoneOffsetSeconds: -18_000
        )
        installation.serverUserID = "u-1"
        installation.userID = "ann"
        installation.userDescription = "line 1\nline 2"
        installation.metadata = ["vip": .bool(true), "age": .integer(41)]
        installation.userTags = ["beta", "gold"]
        installation.sessionID = "1709273378"
        return installation
    }

    static func record(
        _ platform: Platform,
        id: Int = 7,
        at seconds: Double = 60,
        _ change: (inout RadarTrackingOptions) -> Void = { _ in }
    ) throws -> RadarTrackRecord {
        var options = RadarTrackingOptions.presetResponsive(on: platform)
        change(&options)
        var fix = Fix(
            time: RadarGround.time(seconds),
            coordinate: try Coordinate(latitude: 40.5, longitude: -75.25),
            horizontalAccuracy: 12.5,
            speed: 1.25,
            course: 90,
            altitude: 30
        )
        if platform == .android { fix.flags = .mock }
        return RadarTrackRecord(
            id: id,
            location: platform == .ios
                ? RadarLocation(
                    fix,
                    verticalAccuracyMeters: 4,
                    speedAccuracy: 0.5,
                    courseAccuracyDegrees: 7,
                    floorLevel: 2,
                    beaconIDs: ["b1"]
                ) : RadarLocation(fix),
            source: platform == .ios ? .visitArrival : .geofenceDwell,
            isStopped: true,
            isForeground: platform == .android,
            handledAt: RadarGround.time(seconds + 0.31),
            options: options,
            usesRemoteOptions: platform == .android,
            trip: platform == .ios ? nil : Self.trip
        )
    }

    static let trip = RadarTripOptions(
        externalID: "trip/1",
        metadata: ["order": "42"],
        destinationGeofenceTag: "gym",
        destinationGeofenceExternalID: "gym-17",
        mode: .bike,
        scheduledArrivalAt: RadarGround.time(3600),
        approachingThresholdMinutes: 5
    )

    static func text(_ upload: RadarUpload, _ platform: Platform) -> String {
        var writer = RadarBodyWriter()
        return String(
            decoding: writer.body(of: upload, from: RadarWrittenInstallation(installation(platform))),
            as: UTF8.self
        )
    }

    @Test(
        "an update with everything that can be known of it is as the golden file has it",
        arguments: Platform.allCases
    )
    func track(platform: Platform) throws {
        let record = try Self.record(platform) { $0.beacons = platform == .ios }
        let upload = RadarUpload(id: 0, kind: .track, records: [record])
        try GoldenFile("Radar/track-\(platform.rawValue).json").expect(Self.text(upload, platform) + "\n")
    }

    @Test("a replay is a list of updates with dates, as in the golden file", arguments: Platform.allCases)
    func replay(platform: Platform) throws {
        let records = try [(7, 60.0), (8, 95)].map { try Self.record(platform, id: $0.0, at: $0.1).asReplay }
        let upload = RadarUpload(id: 0, kind: .replay, records: records)
        try GoldenFile("Radar/replay-\(platform.rawValue).json").expect(Self.text(upload, platform) + "\n")
    }

    @Test("unknown values are left out, an unknown accuracy is 1")
    func unknown() throws {
        let fix = Fix(time: RadarGround.start, coordinate: try RadarGround.place())
        let record = RadarTrackRecord(
            id: 1,
            location: RadarLocation(fix),
            source: .manualLocation,
            isStopped: false,
            isForeground: true,
            handledAt: RadarGround.start,
            options: RadarTrackingOptions(platform: .ios)
        )
        let installation = RadarInstallation(
            installID: "i",
            deviceID: "i",
            device: RadarDevice(type: "iOS", osVersion: "17"),
            sdkVersion: "1.0.0"
        )
        var writer = RadarBodyWriter()
        let body = writer.body(
            of: RadarUpload(id: 0, kind: .track, records: [record]),
            from: RadarWrittenInstallation(installation)
        )
        #expect(
            String(decoding: body, as: UTF8.self).hasPrefix(
                #"{"installId":"i","deviceId":"i","deviceType":"iOS","deviceOS":"17","sdkVersion":"1.0.0","#
                    + #""timeZoneOffset":0,"latitude":40,"longitude":-75,"accuracy":1,"locationMs":1709273378000,"#
                    + #""updatedAtMsDiff":0,"foreground":true,"stopped":false,"replayed":false,"source":"MANUAL_LOCATION","#
                    + #""trackingOptions":{"#
            )
        )
    }

    @Test("cached text is written again when its value changes: the member, and the options of each record")
    func changes() throws {
        var writer = RadarBodyWriter()
        var installation = Self.installation(.ios)
        let (one, other) = (try Self.record(.ios), try Self.record(.ios) { $0.stopDistance = 71 })
        func options(_ record: RadarTrackRecord, as kind: RadarUpload.Kind = .track) throws -> ConfigValue? {
            let body = writer.body(
                of: RadarUpload(id: 0, kind: kind, records: [record]),
                from: RadarWrittenInstallation(installation)
            )
            return try ConfigValue.json(body)[path: "trackingOptions.stopDistance"]
        }
        #expect(try options(one) == .integer(70))
        #expect(try options(other) == .integer(71))
        #expect(try options(one) == .integer(70))
        installation.userID = "bob"
        let body = writer.body(
            of: RadarUpload(id: 0, kind: .track, records: [one]),
            from: RadarWrittenInstallation(installation)
        )
        #expect(try ConfigValue.json(body)[path: "userId"] == .text("bob"))
        let both = writer.body(
            of: RadarUpload(id: 0, kind: .replay, records: [one, other]),
            from: RadarWrittenInstallation(installation)
        )
        guard case .list(let replays)? = try ConfigValue.json(both)[path: "replays"] else {
            Issue.record("no list")
            return
        }
        #expect(replays.map { $0[path: "trackingOptions.stopDistance"] } == [.integer(70), .integer(71)])
    }

    @Test(
        "requests about trips name the trip in the path, and end it by its status",
        arguments: [
            (RadarTripRequest.start(trip), "POST", "/v1/trips", #""externalId":"trip/1""#),
            (.update(trip, .arrived), "PATCH", "/v1/trips/trip%2F1/update", #""status":"arrived""#),
            (.end(trip, isCompleted: true), "PATCH", "/v1/trips/trip%2F1/update", #""status":"completed""#),
            (.end(trip, isCompleted: false), "PATCH", "/v1/trips/trip%2F1/update", #""status":"canceled""#),
        ]
    )
    func trips(request: RadarTripRequest, method: String, path: String, part: String) throws {
        #expect(request.method == method && request.path == path)
        let body = request.body(from: Self.installation(.ios))
        #expect(String(decoding: body, as: UTF8.self).contains(part))
        #expect(try ConfigValue.json(body)[path: "userId"] == .text("ann"))
    }
}
