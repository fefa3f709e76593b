import RadarEngine
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing
import TrackingEngine
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

@Suite("Tracking options in the responses to phones")
struct TrackingHandoutTests {
    private typealias Target = RadarRemotePlan.Target

    /// A request body of a Radar SDK, without its closing brace.
    private static func reading(_ os: String, time: Int = 1_712_290_000_000) -> String {
        #"{"deviceId":"r-\#(os)","userId":"u","latitude":45,"longitude":-93,"accuracy":9,"locationMs":\#(time),"#
            + #""deviceType":"\#(os)""#
    }
    private static let trip = #","tripOptions":{"version":"2","externalId":"t"}"#

    /// The `meta` of a response as written, without the text round the options.
    private static func options(_ answer: ServiceBench.Response) throws -> String? {
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(answer.status == 200, "\(text)")
        guard text.contains("trackingOptions") else { return nil }
        let start = try #require(text.range(of: #"{"meta":{"code":200,"trackingOptions":"#))
        let end = try #require(text.range(of: #"},"events":["#))
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test("A phone gets what is set for its system, its token's environment and its trip, and nothing where nothing is")
    func targets() async throws {
        let bench = try ServiceBench()
        let tokens = try ProjectEnvironment.allCases.map {
            ($0, try ServiceBench.token(.ingest, environment: $0, in: bench.store))
        }
        // A document with its name for each kind of phone except android, test.
        let book = TrackingOptionsRegistry(store: bench.store)
        func document(_ target: Target) -> String {
            "{\n \"sync\": \"all\", \"beacons\": false, \"x\": \"\(target.words)\"\n}"
        }
        for target in TrackingOptionsSlot.targets where (target.platform, target.environment) != (.android, .test) {
            let options = try CheckedTrackingOptions(document: document(target), on: target.platform)
            try book.set(options, for: target, at: ServiceBench.now)
        }
        try bench.live.refreshTrackingOptions()
        for (environment, token) in tokens {
            for (platform, os) in [(Platform.ios, "iOS"), (.android, "Android")] {
                for isOnTrip in [false, true] {
                    let body = Self.reading(os) + (isOnTrip ? Self.trip : "") + "}"
                    let target = Target(platform, environment, isOnTrip: isOnTrip)
                    let isSet = (platform, environment) != (.android, .test)
                    for (path, body) in [("/v1/track", body), ("/v1/track/replay", "{\"replays\":[\(body)]}")] {
                        let answer = try await bench.send(.post, path, token: token, body)
                        #expect(try Self.options(answer) == (isSet ? document(target) : nil), "\(path) \(target.words)")
                    }
                }
            }
        }
    }

    @Test("The SDK sends its publishable key without a scheme, and gets the tracking options")
    func publishableKey() async throws {
        let bench = try ServiceBench()
        try await bench.call(.put, "/v1/tracking-options/ios/test/off", 200, #"{"preset":"efficient"}"#)
        let key = try ServiceBench.token(.ingest, environment: .test, in: bench.store)
        let answer = try await ServiceScene.ask(
            bench.responder,
            .post,
            "/v1/track",
            body: Array((Self.reading("iOS") + "}").utf8),
            headers: ["Content-Type": "application/json", "Authorization": key]
        )
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains(#""trackingOptions":\#(RadarTrackingOptions.presetEfficient.json())"#))
    }

    @Test("On a trip without its own options, a phone keeps those for no trip")
    func noTrip() async throws {
        let bench = try ServiceBench()
        try await bench.call(.put, "/v1/tracking-options/ios/live/off", 200, #"{"preset":"efficient"}"#)
        let answer = try await bench.send(.post, "/v1/track", as: .ingest, Self.reading("iOS") + Self.trip + "}")
        #expect(try Self.options(answer) == RadarTrackingOptions.presetEfficient.json())
    }

    @Test("Options set over HTTP are in the next response, removed ones are not")
    func atOnce() async throws {
        let bench = try ServiceBench()
        let path = "/v1/tracking-options/ios/live/off"
        func handed() async throws -> String? {
            try Self.options(try await bench.send(.post, "/v1/track", as: .ingest, Self.reading("iOS") + "}"))
        }
        #expect(try await handed() == nil)
        try await bench.call(.put, path, 200, #"{"preset":"continuous"}"#)
        #expect(try await handed() == RadarTrackingOptions.presetContinuous.json())
        try await bench.call(.delete, path, 204)
        #expect(try await handed() == nil)
    }

    @Test("The SDK reads the stored options out of the response")
    func readBack() async throws {
        let bench = try ServiceBench()
        for preset in RadarPreset.allCases {
            try await bench.call(
                .put,
                "/v1/tracking-options/android/live/off",
                200,
                "{\"preset\":\"\(preset.rawValue)\"}"
            )
            let answer = try await bench.send(.post, "/v1/track", as: .ingest, Self.reading("Android") + "}")
            let handed = try #require(try Self.options(answer))
            let read = try RadarTrackingOptions(json: handed, platform: .android)
            #expect(read == RadarTrackingOptions(preset: preset, on: .android))
            #expect(try answer.json["meta"]?["trackingOptions"]?["syncGeofences"] == .flag(true))
        }
    }

    @Test("A rejected fix is answered with the options too: without them the SDK would drop its own")
    func refused() async throws {
        let bench = try ServiceBench()
        try await bench.call(.put, "/v1/tracking-options/ios/live/off", 200, #"{"preset":"efficient"}"#)
        let body = #"{"deviceId":"r","userId":"u","latitude":145,"longitude":-93,"deviceType":"iOS"}"#
        let answer = try await bench.send(.post, "/v1/track", as: .ingest, body)
        #expect(try bench.store.quarantine.all().count == 1)
        #expect(try Self.options(answer) == RadarTrackingOptions.presetEfficient.json())
    }

    @Test("A phone of no known system, a request of several phones and other apps get none")
    func others() async throws {
        let bench = try ServiceBench()
        for os in ["ios", "android"] {
            try await bench.call(.put, "/v1/tracking-options/\(os)/live/off", 200, #"{"preset":"efficient"}"#)
        }
        let two = "{\"replays\":[\(Self.reading("iOS"))},\(Self.reading("Android"))}]}"
        let transistor = #"""
            {"location":{"uuid":"a","timestamp":"2024-04-05T02:01:00.000Z","deviceType":"iOS","device_id":"t",
            "coords":{"latitude":45,"longitude":-93,"accuracy":10}}}
            """#
        for (path, body) in [
            ("/v1/track", Self.reading("Web") + "}"), ("/v1/track/replay", two), ("/v1/phones/transistor", transistor),
        ] {
            let answer = try await bench.send(.post, path, as: .ingest, body)
            #expect(answer.status == 200)
            #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("trackingOptions"), "\(path)")
        }
    }

    @Test("A change by another process reaches phones after one look-up, which is made once")
    func otherProcess() async throws {
        let bench = try ServiceBench()
        let other = TrackingOptionsRegistry(store: try VisitStore(path: bench.store.path))
        let target = Target(.ios, .live, isOnTrip: false)
        func handed() async throws -> String? {
            try Self.options(try await bench.send(.post, "/v1/track", as: .ingest, Self.reading("iOS") + "}"))
        }
        for preset in RadarPreset.allCases {
            try other.set(CheckedTrackingOptions(preset, on: .ios), for: target, at: ServiceBench.now)
            #expect(try bench.live.refreshTrackingOptions())
            #expect(try !bench.live.refreshTrackingOptions())
            #expect(try await handed() == RadarTrackingOptions(preset: preset, on: .ios).json())
        }
        try other.remove(target)
        #expect(try bench.live.refreshTrackingOptions())
        #expect(try await handed() == nil)
    }

    @Test("A damaged document is sent to no phone, and logged once")
    func damaged() async throws {
        let bench = try ServiceBench()
        for isOnTrip in [false, true] {
            try bench.store.trackingOptions.set(
                StoredTrackingOptions(
                    .ios,
                    .live,
                    isOnTrip: isOnTrip,
                    isOnTrip ? .document(#"{"sync": 7}"#) : .preset("efficient"),
                    updatedAt: ServiceBench.now
                )
            )
        }
        let live = try LiveIngest(store: bench.store, now: { ServiceBench.now })
        #expect(live.damagedTrackingOptions.map(\.target.words) == ["ios, live, on a trip"])
        try bench.live.refreshTrackingOptions()
        let onTrip = Self.reading("iOS") + Self.trip + "}"
        #expect(try Self.options(try await bench.send(.post, "/v1/track", as: .ingest, onTrip)) == nil)
        let offTrip = Self.reading("iOS") + "}"
        #expect(
            try Self.options(try await bench.send(.post, "/v1/track", as: .ingest, offTrip))
                == RadarTrackingOptions.presetEfficient.json()
        )
        let log = Log()
        var options = ServiceOptions()
        options.logger = Logger(label: "test") { _ in log }
        let upkeep = Upkeep(
            live: live,
            gatekeeper: Gatekeeper(
                store: bench.store,
                requestsPerSecond: 0,
                now: { ServiceBench.now },
                uptime: { .zero }
            ),
            recorder: AccessRecorder(
                reader: StoreReader(bench.store),
                watch: DatabaseWatch(store: bench.store) { .zero },
                now: { ServiceBench.now },
                uptime: { .zero },
                logger: options.logger
            ),
            reader: StoreReader(bench.store),
            options: options,
            now: { ServiceBench.now }
        )
        // Cancelled, it reports its findings from the start and ends.
        let running = Task { try await upkeep.run() }
        running.cancel()
        try await running.value
        #expect(log.lines.count == 1, "\(log.lines)")
        #expect(log.lines.first?.contains("ios, live, on a trip") == true)
        #expect(log.lines.first?.contains("`sync` is the number 7") == true)
    }

    /// A log handler that records its messages.
    private final class Log: LogHandler, Sendable {
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .warning }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }
        func log(event: LogEvent) {
            kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
