import GeofenceEngine
import Interchange
import LongTests
import MemberEngine
import Testing
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("Live requests from phones with a wrong clock")
struct LiveClockTests {
    private static func report(_ inputs: [DeviceInput]) throws -> [DeviceReport] {
        [DeviceReport(device: try DeviceID("phone"), member: try MemberID("ann"), platform: .android, inputs: inputs)]
    }

    @Test(
        "Visits have their true times, over restarts of the service, and nothing is refused",
        .long,
        arguments: [300, 900, 7200] as [Double],
        [1, 1000]
    )
    func ahead(seconds: Double, requestsAProcess: Int) async throws {
        let scene = try ClockScene(ahead: seconds)
        let world = try SmallWorld()
        var rest = scene.requests[...]
        while !rest.isEmpty {
            // Each process but the last ends without a stop, as in a crash.
            let live = try LiveScene(world).live
            for request in rest.prefix(requestsAProcess * 20) {
                let reports = try Self.report(request.fixes.map { .fix($0.fix) })
                let receipt = try await live.ingest(reports, receivedAt: request.receivedAt)
                #expect(receipt.unusable.isEmpty)
                // A repeated request contains nothing new, and does not change the offset.
                let again = try await live.ingest(reports, receivedAt: request.receivedAt.advanced(bySeconds: 20))
                #expect(again.summary.rejections[.exactRepeat] == request.fixes.count)
            }
            rest = rest.dropFirst(requestsAProcess * 20)
            if rest.isEmpty { await live.stop() }
        }
        #expect(try scene.found(in: world) == 5)
        #expect(try world.visits().count == 5)
        let device = try #require(try world.store.devices.find(DeviceID("phone")))
        #expect(abs(Double(device.clockOffsetSeconds ?? 0) - seconds) <= 60)
    }

    @Test("A live phone with a wrong clock has the same visits", arguments: [1, 50])
    func livePhone(groupSize: Int) throws {
        let scene = try ClockScene(ahead: 900)
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .android)
        var phone = LivePhone(device, pipeline: try world.pipeline(), groupSize: groupSize)
        for request in scene.requests {
            _ = try phone.report(request.fixes.map { .fix($0.fix) }, observedAt: request.receivedAt)
        }
        try phone.flush()
        #expect(try scene.found(in: world) == 5)
        #expect(try world.store.devices.find(DeviceID("phone"))?.clockOffsetSeconds != nil)
    }

    struct WrongInput: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let input: @Sendable (Timestamp) -> DeviceInput
    }

    private static let wrongInputs: [WrongInput] = [
        WrongInput(testDescription: "a heartbeat a year ahead") {
            .changed(.heartbeat, at: $0.advanced(bySeconds: 365 * 86_400))
        },
        WrongInput(testDescription: "a heartbeat a day ahead") {
            .changed(.heartbeat, at: $0.advanced(bySeconds: 86_400))
        },
        WrongInput(testDescription: "a heartbeat of 1970") { _ in
            .changed(.heartbeat, at: Timestamp(milliseconds: 0))
        },
        WrongInput(testDescription: "location services off a year ahead, and on again") {
            .changed(.registrationsLost(code: "LOCATION_OFF", message: "off"), at: $0.advanced(bySeconds: 365 * 86_400))
        },
        WrongInput(testDescription: "a restart a year ahead") { .rebooted(at: $0.advanced(bySeconds: 365 * 86_400)) },
        WrongInput(testDescription: "an update of the app a year ahead") {
            .appUpdated(at: $0.advanced(bySeconds: 365 * 86_400))
        },
    ]

    @Test("Other input with an impossible time is dated by its receipt", .long, arguments: wrongInputs)
    func otherInput(_ row: WrongInput) async throws {
        let scene = try ClockScene(ahead: 0, lateShare: 0)
        let world = try SmallWorld()
        let live = try LiveScene(world).live
        for (index, request) in scene.requests.enumerated() {
            var inputs = request.fixes.map { DeviceInput.fix($0.fix) }
            if index == 20 { inputs.append(row.input(request.receivedAt)) }
            if index == 21 { inputs.append(.changed(.registrationsRestored, at: request.receivedAt)) }
            _ = try await live.ingest(try Self.report(inputs), receivedAt: request.receivedAt)
        }
        await live.stop()
        #expect(try scene.found(in: world) == 5)
        let last = try #require(scene.requests.last?.receivedAt)
        let received = try #require(try world.pipeline().condition(of: DeviceID("phone")).lastHeardAt)
        #expect(received <= last)
        #expect(
            try world.events().allSatisfy {
                $0.occurredAt <= last && $0.occurredAt > SmallWorld.start.advanced(bySeconds: -1)
            }
        )
        #expect(try world.pipeline().registrations(of: DeviceID("phone")).count == 3)
    }

    @Test("Several with impossible times in one request stay in the order in which they came")
    func order() async throws {
        let world = try SmallWorld()
        let live = try LiveScene(world).live
        let (time, phone) = (SmallWorld.minute(10), try DeviceID("phone"))
        let fix = Fix(time: time, coordinate: try SmallWorld.coordinate(east: 0), horizontalAccuracy: 10)
        _ = try await live.ingest(try Self.report([.fix(fix)]), receivedAt: time)
        let year = time.advanced(bySeconds: 365 * 86_400)
        for isLast in [true, false] {
            let off = DeviceInput.changed(.registrationsLost(code: "LOCATION_OFF", message: "off"), at: year)
            let changes = [off, .changed(.registrationsRestored, at: year)]
            let receivedAt = SmallWorld.minute(isLast ? 20 : 30)
            _ = try await live.ingest(try Self.report(isLast ? changes.reversed() : changes), receivedAt: receivedAt)
            #expect(try world.pipeline().registrations(of: phone).isEmpty == isLast)
        }
        await live.stop()
    }

    @Test("Heartbeats of a clock that is ahead are corrected like its fixes")
    func heartbeats() async throws {
        let scene = try ClockScene(ahead: 900, lateShare: 0)
        let world = try SmallWorld()
        let live = try LiveScene(world).live
        for request in scene.requests.prefix(30) {
            let beat = DeviceInput.changed(.heartbeat, at: request.receivedAt.advanced(bySeconds: 890))
            _ = try await live.ingest(
                try Self.report(request.fixes.map { .fix($0.fix) } + [beat]),
                receivedAt: request.receivedAt
            )
        }
        await live.stop()
        let last = try #require(scene.requests.prefix(30).last?.receivedAt)
        let beats = try world.events().filter { $0.kind == .heartbeat }
        #expect(beats.count == 30)
        // The first fix shows the clock's offset except for the duration of the request.
        let latest = last.advanced(bySeconds: 30)
        #expect(beats.allSatisfy { $0.occurredAt <= latest })
        #expect(try world.pipeline().condition(of: DeviceID("phone")).lastHeardAt.map { $0 <= latest } == true)
    }
}
