import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("A phone that reports location off while its fixes go on")
struct LocationOffTests {
    /// A phone of which every input is applied by itself, in the order of delivery.
    private struct Phone {
        let world: SmallWorld
        let device: Device
        var ingest: FixIngest

        init(_ platform: Platform = .android, places: Int = 3) throws {
            world = try SmallWorld(places: places)
            device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
            ingest = try world.pipeline().ingest()
        }

        mutating func send(_ inputs: [DeviceInput]) throws {
            for input in inputs { _ = try ingest.ingest([input], of: device, observed: ObservedTimes(SmallWorld.now)) }
        }

        mutating func registered() throws -> Int {
            try ingest.timeline(of: device)?.registry.registered.count ?? 0
        }
    }

    private static func off(_ minute: Double, _ change: PhoneChange = .locationOff) -> DeviceInput {
        .changed(change, at: SmallWorld.minute(minute))
    }

    private static func fix(_ minute: Double, east: Double, accuracy: Double = 10) throws -> DeviceInput {
        var journey = try Journey()
        try journey.add(minute, east: east, accuracy: accuracy)
        return .fix(journey.fixes[0].fix)
    }

    /// Eight stays of half an hour at the three places in turn, each 800 m from the last.
    private static func eightStays() throws -> [DeviceInput] {
        var journey = try Journey()
        try journey.stay(-30...(-1), east: -2000)
        for stay in 0..<8 {
            let start = Double(stay) * 60
            try journey.stay(start...(start + 9), east: Double(stay % 3) * 800 - 400)
            try journey.stay((start + 10)...(start + 40), east: Double(stay % 3) * 800 + 5)
            try journey.stay((start + 41)...(start + 59), east: Double(stay % 3) * 800 + 400)
        }
        return journey.fixes.map { .fix($0.fix) }
    }

    private static let reports: [PhoneChange] = [.locationOff, .locationDenied]

    @Test(
        "Dense stays after a lost \"on\" are the same visits as without the report",
        .long,
        arguments: reports,
        Platform.allCases
    )
    func denseStays(report: PhoneChange, platform: Platform) throws {
        let fixes = try Self.eightStays()
        var plain = try Phone(platform)
        try plain.send(fixes)
        #expect(try plain.world.visits().filter(\.isCounted).count == 8)
        for minute in [-0.5, 9.5, 25, 100.2] {
            var phone = try Phone(platform)
            try phone.send((fixes + [Self.off(minute, report)]).sorted())
            expectSame(try phone.world.facts(), try plain.world.facts(), "off at minute \(minute)")
            #expect(try phone.registered() == plain.registered())
            let kinds = try phone.world.events("phone").filter { $0.occurredAt >= SmallWorld.minute(minute) }.map(
                \.kind.name
            )
            #expect(kinds.contains("Error") && kinds.contains("Unregistered") && kinds.contains("Registered"))
        }
    }

    @Test("One that arrives late removes no visit, whenever it was made", .long, arguments: 0..<UInt64(12))
    func late(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Self.eightStays()
        var (plain, phone) = (try Phone(), try Phone())
        try plain.send(fixes)
        try phone.send(fixes)
        let reports = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            Self.off(.random(in: -20...480, using: &random), Self.reports.randomElement(using: &random) ?? .locationOff)
        }
        try phone.send(reports)
        expectSame(try phone.world.facts(), try plain.world.facts(), "seed \(seed)")
        #expect(try phone.world.visits().filter(\.isCounted).count == 8, "seed \(seed)")
    }

    @Test("Any order of delivery gives the same visits and events", .long, arguments: 0..<UInt64(12))
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random(hours: 12, using: &random).map { DeviceInput.fix($0.fix) }
        var inputs = fixes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let time = SmallWorld.minute(.random(in: 0...720, using: &random))
            let changes: [PhoneChange] = [.locationOff, .locationDenied, .registrationsRestored, .heartbeat]
            inputs.append(.changed(changes.randomElement(using: &random) ?? .locationOff, at: time))
        }
        inputs.sort()
        var (inOrder, shuffled, twice) = (try Phone(), try Phone(), try Phone())
        _ = try inOrder.ingest.ingest(inputs, of: inOrder.device, observed: ObservedTimes(SmallWorld.now))
        try shuffled.send(inputs.shuffled(using: &random))
        try twice.send(inputs)
        try twice.send(inputs)
        expectSame(try shuffled.world.facts(), try inOrder.world.facts(), "seed \(seed), shuffled")
        expectSame(try twice.world.facts(), try inOrder.world.facts(), "seed \(seed), twice")
        expectSame(
            try EventFacts.all(in: shuffled.world.store),
            try EventFacts.all(in: inOrder.world.store),
            "seed \(seed)"
        )
        expectSame(
            try EventFacts.all(in: twice.world.store),
            try EventFacts.all(in: inOrder.world.store),
            "seed \(seed)"
        )
    }

    struct Contradiction: CustomTestStringConvertible {
        let testDescription: String
        /// Minutes after the report, metres east, accuracy in metres.
        let fixes: [(minute: Double, east: Double, accuracy: Double)]
        let isContradicted: Bool
    }

    private static let contradictions = [
        Contradiction(testDescription: "nothing is received", fixes: [], isContradicted: false),
        Contradiction(testDescription: "one fix", fixes: [(10, 3000, 10)], isContradicted: false),
        Contradiction(
            testDescription: "two fixes, a minute and more after it",
            fixes: [(1, 3000, 10), (2, 3100, 10)],
            isContradicted: true
        ),
        Contradiction(
            testDescription: "two at one other place",
            fixes: [(1, 3000, 10), (2, 3000, 10)],
            isContradicted: true
        ),
        Contradiction(
            testDescription: "two that were on their way",
            fixes: [(0.1, 3000, 10), (0.8, 3100, 10)],
            isContradicted: false
        ),
        Contradiction(
            testDescription: "one that was on its way, and one later",
            fixes: [(0.1, 3000, 10), (20, 3100, 10)],
            isContradicted: true
        ),
        Contradiction(
            testDescription: "the last position again and again",
            fixes: (1...40).map { (minute: Double($0), east: 0, accuracy: 10) },
            isContradicted: false
        ),
        Contradiction(
            testDescription: "fixes too inaccurate to select geofences by",
            fixes: (1...10).map { (minute: Double($0), east: Double($0) * 50, accuracy: 500) },
            isContradicted: false
        ),
        Contradiction(
            testDescription: "the last position again, then two elsewhere",
            fixes: [(1, 0, 10), (2, 0, 10), (60, 3000, 10), (61, 3000, 10)],
            isContradicted: true
        ),
    ]

    @Test("Monitoring is active again with the second usable fix elsewhere", arguments: contradictions)
    func contradicted(_ row: Contradiction) throws {
        var phone = try Phone()
        try phone.send([Self.fix(-1, east: 0), Self.off(0)])
        #expect(try phone.registered() == 0)
        try phone.send(try row.fixes.map { try Self.fix($0.minute, east: $0.east, accuracy: $0.accuracy) })
        #expect(try phone.registered() == (row.isContradicted ? 3 : 0))
    }

    @Test("What an SDK reports of its system is not contradicted by fixes")
    func otherLosses() throws {
        var phone = try Phone()
        let fixes = try Self.eightStays()
        try phone.send([Self.off(-31, .registrationsLost(code: "play_services_unavailable", message: ""))] + fixes)
        #expect(try phone.registered() == 0)
        #expect(try phone.world.visits().isEmpty)
    }

    @Test("Fixes do not begin again what the app has stopped")
    func stopped() throws {
        var phone = try Phone()
        let fixes = try Self.eightStays()
        try phone.send([Self.off(-32, .monitoringStopped), Self.off(-31)] + fixes)
        #expect(try phone.registered() == 0)
        #expect(try phone.world.visits().isEmpty)
    }

    @Test("A phone that repeats the report with each fix keeps its visits, and is not followed a second time")
    func repeated() throws {
        let fixes = try Self.eightStays()
        var (plain, phone) = (try Phone(), try Phone())
        try plain.send(fixes)
        try phone.send(fixes.flatMap { [$0, .changed(.locationOff, at: $0.time)] })
        expectSame(try phone.world.facts(), try plain.world.facts(), "with reports")
        let events = try phone.world.events("phone").map(\.kind.name)
        #expect(events.filter { $0 == "Unregistered" }.count == 1)
        #expect(events.filter { $0 == "Error" }.count == fixes.count)
        // After an "on" a report is news again.
        try phone.send([Self.off(500, .registrationsRestored), Self.off(501)])
        #expect(try phone.registered() == 0)
    }

    @Test(
        "A stay that rests on one such fix is listed with a doubt, and does not count until fixes contradict the report"
    )
    func doubt() throws {
        var phone = try Phone()
        try phone.send([Self.fix(-30, east: -2000), Self.fix(-20, east: -2000), Self.off(-10)])
        var journey = try Journey()
        try journey.add(0, east: 5, flags: .stationary)
        try phone.send([.fix(journey.fixes[0].fix)])
        let open = try #require(try phone.world.visits().first)
        #expect(open.doubts.names == ["location_off"])
        #expect(!open.isCounted)
        #expect(
            open.why.first == "the phone had reported that location is off, and its fixes do not show that it was on"
        )
        // The next fix comes when the stay has long timed out.
        try phone.send([Self.fix(1500, east: -2000), Self.fix(1501, east: -2000)])
        let lost = try #require(try phone.world.visits().first)
        #expect(lost.status == .timedOut)
        #expect(lost.doubts.names == ["location_off"])
        #expect(!lost.isCounted)
    }

    @Test("The doubt goes when a later fix contradicts the report, and the visit counts")
    func cleared() throws {
        var phone = try Phone()
        try phone.send([Self.fix(-30, east: -2000), Self.fix(-20, east: -2000), Self.off(-10)])
        var journey = try Journey()
        try journey.add(0, east: 5, flags: .stationary)
        try phone.send([.fix(journey.fixes[0].fix)])
        #expect(try phone.world.visits().first?.doubts.names == ["location_off"])
        try phone.send((1...30).map { try Self.fix(Double($0), east: 5) })
        try phone.send((31...40).map { try Self.fix(Double($0), east: 2000) })
        let visit = try #require(try phone.world.visits().first)
        #expect(visit.doubts.names == [])
        #expect(visit.isCounted)
        #expect(visit.enteredAt <= SmallWorld.minute(0))
    }

    @Test("An \"on\" after it restores what was registered, and the fences near the phone now")
    func restored() throws {
        var phone = try Phone(.ios, places: 30)
        try phone.send([Self.fix(-1, east: 0), Self.off(0), Self.fix(10, east: 20_000)])
        #expect(try phone.registered() == 0)
        try phone.send([Self.off(20, .registrationsRestored)])
        #expect(try phone.registered() == Platform.ios.geofenceLimit)
    }
}
