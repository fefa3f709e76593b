import Testing
import TrackingEngine
import VisitModel

struct ConfigStartTests {
    /// What the previous launch stored: a distance of 50 m and an address.
    private static var stored: TrackingConfig {
        var config = TrackingConfig(platform: .ios)
        config.geolocation.distanceFilter = 50
        config.http.url = "https://a.example"
        return config
    }

    private static func ready(
        _ start: ConfigStart,
        _ json: String = #"{"geolocation": {"distanceFilter": 20}}"#,
        stored: TrackingConfig? = Self.stored
    ) throws -> TrackingConfig {
        TrackingConfig.ready(
            stored: stored,
            given: try ConfigPatch.read(json: json).patch,
            start: start,
            platform: .ios
        )
    }

    @Test("Merged: given options override stored ones")
    func merged() throws {
        var expected = Self.stored
        expected.geolocation.distanceFilter = 20
        #expect(try Self.ready(.merged) == expected)
    }

    @Test("Fresh: the given options apply on top of the defaults")
    func fresh() throws {
        var expected = TrackingConfig(platform: .ios)
        expected.geolocation.distanceFilter = 20
        #expect(try Self.ready(.fresh) == expected)
    }

    @Test("Stored: what is given counts at the first launch alone")
    func storedAlone() throws {
        #expect(try Self.ready(.stored) == Self.stored)
        #expect(try Self.ready(.stored, stored: nil).geolocation.distanceFilter == 20)
    }

    @Test("The first launch has nothing to merge", arguments: ConfigStart.allCases)
    func firstLaunch(start: ConfigStart) throws {
        var expected = TrackingConfig(platform: .ios)
        expected.geolocation.distanceFilter = 20
        #expect(try Self.ready(start, stored: nil) == expected)
    }

    @Test("The document's reset option takes precedence over the argument")
    func documentDecides() throws {
        let given = #"{"reset": true, "geolocation": {"distanceFilter": 20}}"#
        #expect(try Self.ready(.stored, given).geolocation.distanceFilter == 20)
        #expect(try Self.ready(.stored, given).http.url == Self.stored.http.url)
        #expect(try Self.ready(.fresh, #"{"reset": false}"#) == Self.stored)
        #expect(ConfigStart(reset: true) == .merged)
        #expect(ConfigStart(reset: false) == .stored)
    }

    @Test("Options stored on another platform are converted to this one")
    func otherPlatform() throws {
        let config = TrackingConfig.ready(stored: Self.stored, given: ConfigPatch(), start: .merged, platform: .android)
        #expect(config.platform == .android)
        #expect(config.http.url == "https://a.example")
        #expect(config.app.heartbeatInterval == -1)
    }
}
