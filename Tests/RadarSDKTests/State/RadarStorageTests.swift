import MobileSDKCore
import MobileSDKTestSupport
import RadarEngine
import TrackingModel
import Foundation
import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import VisitModel

@testable import RadarSDK

@Suite("Radar's state in the phone's storage")
struct RadarStorageTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)
    private static func phone(_ platform: Platform) throws -> any PhoneOS {
        let home = try Coordinate(latitude: 45, longitude: -93)
        let phone = try SimulatedPhone(
            PhoneProfile(platform: platform),
            movement: Movement(restingAt: home, since: start),
            start: start,
            seed: 1
        )
        return PhoneSimulator(phone).system
    }

    fileprivate static func setup() throws -> RadarSetup {
        var setup = try RadarSetup(publishableKey: "prj_test_pk", server: "https://footfall.example.com/")
        setup.deviceID = "phone-1"
        return setup
    }

    /// A state after a random course, with failed uploads and uploads in flight.
    private static func state(_ platform: Platform, seed: UInt64, isWild: Bool) throws -> RadarState {
        var odd = OddNumbers(seed: seed, isWild: isWild)
        var state = RadarState(StoredRadar.read(from: try phone(platform), setup: try setup()))
        state.user.metadata = odd.object()
        state.user.tags = [odd.text()]
        var options = RadarTrackingOptions(preset: RadarPreset.allCases[odd.pick(3)], on: platform)
        options.replay = odd.pick(2) == 0 ? .all : .stops
        options.desiredStoppedUpdateInterval = 30
        _ = try state.tracking.start(options, at: start)
        var (time, north) = (start, 0.0)
        for _ in 0..<40 {
            time = time.advanced(bySeconds: 30 + Double(odd.pick(200)))
            north += Double(odd.pick(3)) * 200
            let location = RadarLocation(
                try odd.fix(at: time, north: north),
                verticalAccuracyMeters: odd.number(),
                speedAccuracy: odd.number(),
                courseAccuracyDegrees: odd.number()
            )
            let effects = state.tracking.receive(location, from: .backgroundLocation, at: time)
            for case .upload(let upload) in effects where odd.pick(4) > 0 {
                let status: RadarStatus = odd.pick(2) == 0 ? .errorNetwork : .success
                _ = state.tracking.uploaded(upload.id, answer: RadarServerResponse(status: status), at: time)
            }
        }
        return state
    }

    /// Writes a state in the format from before states had their own writer.
    private static func foundation(_ state: RadarState, to phone: any PhoneOS) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let kept = state.tracking.keptRecords
        phone.store(Array(try encoder.encode(state.user)), as: StoredRadar.userName)
        for record in kept.waiting + kept.underWay + [kept.failedStop].compactMap(\.self) {
            phone.store(Array(try encoder.encode(record)), as: StoredRadar.recordName(record.id))
        }
        let records = StoredRadar.Records(
            waiting: kept.waiting.map(\.id),
            failedStop: kept.failedStop?.id,
            underWay: kept.underWay.map(\.id)
        )
        phone.store(Array(try encoder.encode(records)), as: StoredRadar.recordsName)
        let course = StoredRadar.Course(tracking: state.tracking.withoutRecords, isTripLocal: state.isTripLocal)
        phone.store(Array(try encoder.encode(course)), as: StoredRadar.courseName)
    }

    /// The state that a new process finds on a phone.
    private struct Found: Equatable {
        var user: StoredRadar.User
        var course: RadarTracking
        var isTripLocal: Bool
        var records: Set<RadarTrackRecord>
        var problem: String?

        init(on phone: any PhoneOS) throws {
            let stored = StoredRadar.read(from: phone, setup: try RadarStorageTests.setup())
            // The stored bytes: records that were in flight take new numbers for their uploads.
            let bytes = try #require(phone.stored(StoredRadar.courseName))
            let course = try StateJSON.read(StoredRadar.Course.self, from: bytes)
            (user, self.course, isTripLocal) = (stored.user, course.tracking, stored.isTripLocal)
            (records, problem) = (Self.records(of: stored.tracking), stored.problem)
        }

        init(_ state: RadarState) {
            (user, course, isTripLocal) = (state.user, state.tracking.withoutRecords, state.isTripLocal)
            (records, problem) = (Self.records(of: state.tracking), nil)
        }

        private static func records(of tracking: RadarTracking) -> Set<RadarTrackRecord> {
            let kept = tracking.keptRecords
            return Set(kept.waiting + kept.underWay + [kept.failedStop].compactMap(\.self))
        }

        /// All parts as bytes, for values that are not equal to themselves.
        var bytes: [[UInt8]] {
            get throws {
                [try StateJSON.bytes(of: user), try StateJSON.bytes(of: course)]
                    + (try records.sorted { $0.id < $1.id }.map { try StateJSON.bytes(of: $0) })
            }
        }
    }

    @Test(
        "reads back as it was, infinities and what is not a number among it",
        .long,
        arguments: Platform.allCases,
        1...30 as ClosedRange<UInt64>
    )
    func comesBack(platform: Platform, seed: UInt64) throws {
        let isWild = seed.isMultiple(of: 2)
        var state = try Self.state(platform, seed: seed, isWild: isWild)
        let wanted = Found(state)
        let phone = try Self.phone(platform)
        try StoredRadar.write(&state, to: phone)
        let found = try Found(on: phone)
        // Compared beforehand: a failure should not print whole states.
        let isSame = try found.bytes == wanted.bytes
        #expect(isSame && found.problem == nil, "seed \(seed)")
        guard !isWild else { return }
        let isEqual = found == wanted
        #expect(isEqual, "seed \(seed)")
        let old = try Self.phone(platform)
        try Self.foundation(state, to: old)
        let isRead = try Found(on: old) == wanted
        #expect(isRead, "seed \(seed): as Foundation's encoder wrote it")
    }

    @Test("the states do hold infinities, NaN and waiting updates", arguments: Platform.allCases)
    func isWild(platform: Platform) throws {
        let all = try (1...10 as ClosedRange<UInt64>).map { seed in
            Found(try Self.state(platform, seed: 2 * seed, isWild: true))
        }
        #expect(all.contains { $0.records.count > 5 })
        let text = String(decoding: try all.flatMap { try $0.bytes }.joined(), as: UTF8.self)
        for odd in [#"":"inf""#, #"":"-inf""#, #"":"nan""#] { #expect(text.contains(odd), "\(odd)") }
    }

    @Test("an update with an accuracy of NaN is kept until it is sent")
    func noNumber() throws {
        let scene = try RadarScene(.android)
        scene.server.reply { _ in .now(.failure("no connection")) }
        var options = RadarTrackingOptions.presetContinuous(on: .android)
        options.replay = .all
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 1)
        let fix = Fix(time: RadarScene.minute(1), coordinate: try RadarScene.place(east: 900), horizontalAccuracy: 9)
        scene.client.track(location: RadarLocation(fix, verticalAccuracyMeters: .nan))
        let waiting = scene.client.waitingUpdates
        #expect(waiting > 0)
        scene.act { $0.killApp() }
        scene.act { $0.openApp() }
        scene.run(to: 1.01)
        #expect(scene.client.isTracking)
        scene.server.reply { _ in .now(RadarServerDouble.success()) }
        scene.run(to: 5)
        #expect(scene.server.takenRecords.contains { $0.locationMs == RadarScene.minute(1).milliseconds })
        let begun = scene.messages.contains { if case .log(let line) = $0 { line.level == .error } else { false } }
        #expect(!begun)
    }
}
