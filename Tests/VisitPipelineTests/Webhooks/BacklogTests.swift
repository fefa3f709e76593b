import Foundation
import Interchange
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("A phone that sends its current fix and then its backlog")
struct BacklogTests {
    enum Order: CaseIterable, Sendable {
        case oldestFirst, newestFirst, shuffled
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let hours: Double
        let order: Order
        let batchSize: Int
        /// Whether the phone was online for its first minutes at the place.
        let beginsOnline: Bool

        var testDescription: String {
            "\(hours) h, \(order), \(batchSize) a request, \(beginsOnline ? "entered online" : "offline")"
        }

        static let all: [Case] = [2, 7, 40].flatMap { hours in
            Order.allCases.flatMap { order in
                // Batches of five for one length only, to save time.
                (hours == 7 ? [1, 5, 100] : [1, 100]).flatMap { batchSize in
                    [false, true].map {
                        Case(hours: hours, order: order, batchSize: batchSize, beginsOnline: $0)
                    }
                }
            }
        }
    }

    @Test("A visit has at most five messages, in order, with its exit among them", .long, arguments: Case.all)
    func fewMessages(_ row: Case) throws {
        var backlog = try Self.journey(hours: row.hours)
        let current = backlog.removeLast()
        var scene = try BacklogScene()
        if row.beginsOnline {
            let online = backlog.prefix { $0.fix.time <= Self.arrival(row.hours).advanced(bySeconds: 300) }
            backlog.removeFirst(online.count)
            for fix in online { try scene.send([fix], at: fix.fix.time.advanced(bySeconds: 1)) }
            #expect(try scene.types() == ["visit.entered"], "an entry is reported as it happens")
            try scene.advance(to: current.fix.time)
        }
        switch row.order {
        case .oldestFirst: break
        case .newestFirst: backlog.reverse()
        case .shuffled:
            var random = SeededGenerator(seed: 11)
            backlog.shuffle(using: &random)
        }
        try scene.send([current], at: current.fix.time.advanced(bySeconds: 1))
        while !backlog.isEmpty {
            try scene.send(Array(backlog.prefix(row.batchSize)), at: scene.now.advanced(bySeconds: 0.2))
            backlog.removeFirst(min(row.batchSize, backlog.count))
        }
        try scene.wait(seconds: 61)

        let messages = try scene.world.messages()
        let types = messages.map(\.type)
        #expect((3...5).contains(types.count), "\(types)")
        #expect(messages.map(\.sequence) == Array(1...messages.count))
        #expect(Set(messages.map(\.visit)).count == 1)
        #expect(types.first == "visit.entered")
        #expect(types.filter { $0 != "visit.corrected" && $0 != "visit.timed_out" } == Self.steps, "\(types)")
        let visits = try scene.world.visits()
        let visit = try #require(visits.first)
        #expect(visits.count == 1)
        let last = try #require(messages.last)
        #expect(last["entered_at"] == visit.enteredAt.iso8601)
        #expect(last["exited_at"] == visit.exitedAt?.iso8601)
        #expect(last["counted"] == "1")
        // What the partner is told is what the phone's fixes in order would have shown.
        let inOrder = try SmallWorld()
        try inOrder.ingest(Self.journey(hours: row.hours))
        #expect(try scene.world.facts() == inOrder.facts())
        #expect(try scene.world.store.check().isEmpty)
    }

    private static let steps = ["visit.entered", "visit.dwelled", "visit.exited"]

    private static func arrival(_ hours: Double) -> Timestamp { SmallPlaces.minute((hours * 60 - 72) / 2) }

    /// A way from 3 km away to the first place, an hour there, and the way back, within a span of hours.
    ///
    /// The phone sends a fix each minute on the way, every two minutes at the place, and every quarter of an hour at home.
    private static func journey(hours: Double) throws -> [TrackFix] {
        var journey = try Journey()
        let arrival = (hours * 60 - 72) / 2
        try journey.stay(0...(arrival - 6.5), east: -3000, every: 15)
        for minute in 1...5 { try journey.add(arrival - 6 + Double(minute), east: -3000 + 500 * Double(minute)) }
        try journey.stay(arrival...(arrival + 60), east: 5, every: 2)
        for minute in 1...5 { try journey.add(arrival + 60 + Double(minute), east: -500 * Double(minute)) }
        try journey.stay((arrival + 66)...(hours * 60), east: -3000, every: 15)
        return journey.fixes
    }

    @Test("Steps of a phone that sends fixes as it takes them are reported at once, with what was collected")
    func live() throws {
        var scene = try BacklogScene(publishes: false)
        var journey = try Journey()
        try journey.stay(0...9, east: -500)
        try journey.stay(10...40, east: 5)
        try journey.stay(41...60, east: -500)
        let late = journey.cut(12...14)
        var seen: [(minute: Double, type: String)] = []
        for fix in journey.fixes {
            let minute = SmallPlaces.start.seconds(to: fix.fix.time) / 60
            try scene.send([fix], at: fix.fix.time.advanced(bySeconds: 1))
            for type in try scene.types().dropFirst(seen.count) { seen.append((minute, type)) }
            if minute == 15 { try scene.send(late, at: fix.fix.time.advanced(bySeconds: 2)) }
        }
        #expect(seen.map(\.type) == Self.steps)
        let visit = try #require(try scene.world.visits().first)
        for (step, time) in zip(seen, [visit.enteredAt, visit.dwelledAt, visit.exitedAt]) {
            let happened = SmallPlaces.start.seconds(to: try #require(time)) / 60
            #expect(step.minute - happened <= 3, "\(step) of \(happened)")
        }
    }

    @Test("A backlog that pauses for longer than the quiet time is reported in parts, and ends right")
    func pauses() throws {
        var backlog = try Self.journey(hours: 7)
        let current = backlog.removeLast()
        var scene = try BacklogScene()
        try scene.send([current], at: current.fix.time.advanced(bySeconds: 1))
        for (number, fix) in backlog.enumerated() {
            try scene.send([fix], at: scene.now.advanced(bySeconds: 1))
            if number % 20 == 19 { try scene.wait(seconds: 61) }
        }
        try scene.wait(seconds: 61)
        let types = try scene.types()
        #expect(types.count { $0 == "visit.exited" } == 1)
        #expect(types.count <= 3 + backlog.count / 20, "\(types)")
        #expect(try scene.world.messages().last?["exited_at"] == scene.world.visits().first?.exitedAt?.iso8601)
    }
}

/// A phone whose app sends requests to the service, and a worker that makes the messages that are due.
struct BacklogScene {
    let world: SmallWorld
    private(set) var now = SmallPlaces.start
    private var phone: SimulatedIngest
    private let publishes: Bool

    init(publishes: Bool = true) throws {
        world = try SmallWorld()
        try world.addEndpoint()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
        phone = try SimulatedIngest(device, pipeline: try world.pipeline())
        self.publishes = publishes
    }

    func types() throws -> [String] { try world.messages().map(\.type) }

    mutating func send(_ fixes: [TrackFix], at time: Timestamp) throws {
        try advance(to: time)
        let records = fixes.map { entry in
            let fix = entry.fix
            return """
                {"timestamp":"\(fix.time.iso8601)","coords":{"latitude":\(fix.coordinate.latitude),\
                "longitude":\(fix.coordinate.longitude),"accuracy":\(fix.horizontalAccuracy ?? -1)}}
                """
        }
        let request = PhoneRequest(
            contentType: "application/json",
            body: Array("{\"location\":[\(records.joined(separator: ","))]}".utf8)
        )
        let outcome = try phone.ingest(request, of: .transistor, at: time)
        #expect(outcome.counts.quarantined == 0)
    }

    /// Lets time pass, for the phone's timers and for messages that become due.
    mutating func advance(to time: Timestamp) throws {
        try phone.advance(to: time)
        now = time
        guard publishes else { return }
        _ = try world.store.outbox.publishCollected(OutboxSettings(.standard, at: now), limit: 100)
    }

    mutating func wait(seconds: Double) throws { try advance(to: now.advanced(bySeconds: seconds)) }
}
