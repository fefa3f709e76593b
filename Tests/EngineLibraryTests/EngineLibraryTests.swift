import CArrow
import Dispatch
import GeofenceEngine
import Interchange
import SeededRandom
import Synchronization
import Testing
import TimelineTestSupport
import VisitModel

@testable import EngineLibrary

@Suite("The library called as from C")
struct EngineLibraryTests {
    private let places: [Facility]

    init() throws { places = try (0..<3).map { try SmallPlaces.place($0, eastMeters: Double($0) * 300) } }

    private func household(hours: Double, seed: UInt64) throws -> [TrackFix] {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random("ann-1", member: "ann", .ios, apart: 300, hours: hours, using: &random)
        fixes += try Journey.random("ann-2", member: "ann", .android, apart: 300, hours: hours, using: &random)
        fixes += try Journey.random("bob-1", member: "bob", .android, apart: 300, hours: hours, using: &random)
        return fixes
    }

    private static func facts(_ visits: [[String: String]]) -> [String] {
        visits.map { visit in
            [
                "visit_id", "member", "device", "facility", "entered_at", "dwelled_at", "exited_at", "status",
                "verdict",
                "month", "confidence", "entered_from", "entered_to", "exited_from", "exited_to", "runner_up", "doubts",
            ]
            .map { visit[$0] ?? "-" }.joined(separator: " ")
        }.sorted()
    }

    private static func facts(_ visits: [Visit]) -> [String] {
        facts(
            visits.map { visit in
                let assessment = visit.assessment
                var facts = [
                    "visit_id": visit.id.text, "member": visit.member.text, "device": visit.device?.text ?? "",
                    "facility": visit.facility.text, "entered_at": visit.enteredAt.description,
                    "status": visit.status.rawValue, "verdict": visit.verdict.rawValue,
                    "month": visit.month.description, "doubts": visit.doubts.names.joined(separator: ";"),
                ]
                facts["dwelled_at"] = visit.dwelledAt?.description
                facts["exited_at"] = visit.exitedAt?.description
                facts["confidence"] = assessment.map { String($0.confidence) }
                facts["entered_from"] = assessment?.enteredBetween.lowerBound.description
                facts["entered_to"] = assessment?.enteredBetween.upperBound.description
                facts["exited_from"] = assessment?.exitedBetween?.lowerBound.description
                facts["exited_to"] = assessment?.exitedBetween?.upperBound.description
                facts["runner_up"] = assessment?.runnerUp?.facility.text
                return facts
            }
        )
    }

    @Test("returns the visits of the member evaluation", arguments: 0..<UInt64(3))
    func visits(seed: UInt64) throws {
        let fixes = try household(hours: 60, seed: seed)
        var carried = CarriedMembers(facilities: places)
        try carried.ingest(fixes)
        let returned = try EngineCalls(EngineCalls.columns(of: places)).advance(EngineCalls.columns(of: fixes))
        #expect(Self.facts(returned.visits) == Self.facts(carried.visits), "seed \(seed)")
        #expect(returned.visits.count > 5, "seed \(seed)")
        #expect(returned.refused.isEmpty)
        #expect(Set(returned.events.compactMap { $0["kind"] }) == ["Entered", "Dwell", "Exited"])
        let named = Set(returned.events.compactMap { $0["visit_id"] })
        #expect(named.isSubset(of: Set(returned.visits.compactMap { $0["visit_id"] })), "seed \(seed)")
    }

    @Test("the states of one call continue in the next, late fixes included", arguments: 0..<UInt64(3))
    func states(seed: UInt64) throws {
        let fixes = try household(hours: 96, seed: seed)
        var random = SeededGenerator(seed: seed)
        let engine = try EngineCalls(EngineCalls.columns(of: places))
        var whole = CarriedMembers(facilities: places)
        try whole.ingest(fixes)
        var states: [(member: String, dueAt: Timestamp?, bytes: [UInt8])] = []
        var visits: [String: [String: String]] = [:]
        var replacements = 0
        // A tenth of the fixes of each day come with the next one.
        var delayed: [TrackFix] = []
        for day in 0..<6 {
            let start = SmallPlaces.minute(Double(day) * 1440)
            let end = SmallPlaces.minute(Double(day + 1) * 1440)
            let today = fixes.filter { $0.fix.time >= start && $0.fix.time < end }
            let late = Set(today.filter { _ in Int.random(in: 0..<10, using: &random) == 0 })
            let sent = (today.filter { !late.contains($0) } + delayed).shuffled(using: &random)
            delayed = Array(late)
            let returned = try engine.advance(EngineCalls.columns(of: sent), states: states)
            states = returned.states
            for visit in returned.visits { visits[visit["visit_id"] ?? ""] = visit }
            replacements += returned.events.count { $0["kind"] == "Replaced" }
        }
        func withoutIDs(_ facts: [String]) -> [String] { facts.map { String($0.drop { $0 != " " }) }.sorted() }
        let standing = visits.values.filter { $0["status"] != "withdrawn" }
        #expect(withoutIDs(Self.facts(Array(standing))) == withoutIDs(Self.facts(whole.visits)), "seed \(seed)")
        #expect(replacements > 0, "seed \(seed)")
        #expect(Set(states.map(\.member)) == ["ann", "bob"])
    }

    @Test("a state without fixes is returned as it was, or with what is due by then")
    func timers() throws {
        var fixes = try Journey.visitOfFirstPlace().fixes
        fixes.removeAll { $0.fix.time > SmallPlaces.minute(30) }
        let end = SmallPlaces.minute(600)
        for (options, status) in [(nil, nil), (#"{"timers": true}"#, "timed_out")] as [(String?, String?)] {
            let engine = try EngineCalls(EngineCalls.columns(of: places), options: options)
            let first = try engine.advance(EngineCalls.columns(of: fixes), now: SmallPlaces.minute(31))
            #expect(first.visits.map { $0["status"] } == ["open"])
            #expect(first.states[0].dueAt.map { $0 < end } == true)
            let second = try engine.advance(EngineCalls.columns(of: [TrackFix]()), states: first.states, now: end)
            #expect(second.visits.map { $0["status"] } == (status.map { [$0] } ?? []))
            #expect((second.states[0].bytes == first.states[0].bytes) == (status == nil))
        }
    }

    @Test("lists, time zones and policies of the options apply")
    func options() throws {
        let fixes = EngineCalls.columns(of: try Journey.visitOfFirstPlace().fixes)
        func returned(_ options: String) throws -> [[String: String]] {
            try EngineCalls(EngineCalls.columns(of: places), options: options).advance(fixes).visits
        }
        #expect(try returned(#"{"members": {"ann": ["p01"]}}"#).isEmpty)
        #expect(try returned(#"{"members": {"ann": ["p00"]}}"#).map { $0["verdict"] } == ["counted"])
        #expect(try returned(#"{"policy": "bare"}"#).first?["policy_version"]?.hasPrefix("bare-") == true)
        let strict = try returned(#"{"policy": {"name": "strict", "confidence": {"counts_from": 1}}}"#)
        #expect(strict.first?["verdict"] == "unproven")
        #expect(strict.first?["policy_version"]?.hasPrefix("strict-") == true)
    }

    @Test("rows without a device are of a device with the member's name")
    func unnamedDevice() throws {
        var columns = EngineCalls.columns(of: try Journey.visitOfFirstPlace().fixes)
        var devices = ArrowValues("device", .text)
        for _ in 0..<columns[0].count { devices.append(String?.none) }
        columns[1] = devices
        let returned = try EngineCalls(EngineCalls.columns(of: places)).advance(columns)
        #expect(returned.visits.map { $0["device"] } == ["ann"])
    }

    @Test("rows without a usable fix are named, and the others evaluated")
    func refusedRows() throws {
        var columns = EngineCalls.columns(of: try Journey.visitOfFirstPlace().fixes)
        var latitudes = ArrowValues("latitude", .float64)
        let original = try Journey.visitOfFirstPlace().fixes
        for (row, track) in original.enumerated() {
            latitudes.append(row == 2 ? 91 : row == 4 ? nil : track.fix.coordinate.latitude)
        }
        columns[4] = latitudes
        let returned = try EngineCalls(EngineCalls.columns(of: places)).advance(columns)
        #expect(returned.refused.map { $0["row"] } == ["2", "4"])
        #expect(returned.refused[0]["problem"]?.contains("91") == true)
        #expect(returned.visits.count == 1)
    }

    @Test("several threads use one engine")
    func threads() throws {
        let engine = try EngineCalls(EngineCalls.columns(of: places))
        let fixes = try (0..<UInt64(4)).map { try household(hours: 24, seed: $0) }
        let alone = try fixes.map { Self.facts(try engine.advance(EngineCalls.columns(of: $0)).visits) }
        nonisolated(unsafe) let shared = engine
        let together = Mutex<[Int: [String]]>([:])
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            let found = (try? shared.advance(EngineCalls.columns(of: fixes[index])).visits).map(Self.facts)
            together.withLock { $0[index] = found }
        }
        for index in fixes.indices { #expect(together.withLock { $0[index] } == alone[index]) }
    }
}
