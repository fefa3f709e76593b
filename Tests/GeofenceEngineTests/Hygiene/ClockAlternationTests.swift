import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("A second clock of a phone, hours behind")
struct ClockAlternationTests {
    typealias FixKey = ClockAlternation.FixKey

    private static func time(_ minute: Double) -> Timestamp {
        Timestamp(milliseconds: 1_709_553_600_000).advanced(bySeconds: minute * 60)
    }

    /// A fix dated at a minute, at the place of the minute at which it was taken.
    private static func fix(_ minute: Double, taken: Double? = nil) throws -> FixKey {
        FixKey(time: time(minute), coordinate: try Coordinate(latitude: 1 + (taken ?? minute) / 1e6, longitude: 2))
    }

    /// How the fixes of a phone reach the service.
    enum Delivering: CaseIterable {
        case eachAlone, batches, sortedBatches, newestFirst, blocks, rightThenWrong, wrongThenRight
    }

    /// The fixes by delivery, in the order in which they arrive; each with the minute at which it was really taken.
    private static func deliveries(_ fixes: [(taken: Double, fix: FixKey)], _ way: Delivering) -> [[FixKey]] {
        switch way {
        case .eachAlone: return fixes.map { [$0.fix] }
        case .batches, .sortedBatches, .newestFirst, .rightThenWrong, .wrongThenRight:
            return stride(from: 0, to: fixes.count, by: 9).flatMap { start -> [[FixKey]] in
                let part = fixes[start..<min(start + 9, fixes.count)]
                let batch = part.map(\.fix)
                let right = part.filter { $0.fix.time == time($0.taken) }.map(\.fix)
                let wrong = part.filter { $0.fix.time != time($0.taken) }.map(\.fix)
                switch way {
                case .sortedBatches: return [batch.sorted { $0.time < $1.time }]
                case .newestFirst: return [batch.reversed()]
                case .rightThenWrong: return [right, wrong].filter { !$0.isEmpty }
                case .wrongThenRight: return [wrong, right].filter { !$0.isEmpty }
                default: return [batch]
                }
            }
        case .blocks:
            var parts: [(isRight: Bool, fixes: [FixKey])] = []
            for (taken, fix) in fixes {
                let isRight = fix.time == time(taken)
                if parts.last?.isRight == isRight {
                    parts[parts.endIndex - 1].fixes.append(fix)
                } else {
                    parts.append((isRight, [fix]))
                }
            }
            return parts.map(\.fixes)
        }
    }

    /// Runs deliveries, each received just after a minute; returns what they show.
    private static func finding(_ deliveries: [(minute: Double, fixes: [FixKey])]) -> ClockAlternation.Finding {
        var alternation = ClockAlternation()
        var finding = ClockAlternation.Finding()
        for (minute, fixes) in deliveries {
            let receivedAt = time(minute).advanced(bySeconds: 2)
            finding.add(alternation.observe(ClockAlternation.Delivery(receivedAt: receivedAt, fixes: fixes[...])))
        }
        return finding
    }

    /// Runs deliveries, each received just after a minute; returns what is set aside.
    private static func setAside(_ deliveries: [(minute: Double, fixes: [FixKey])]) -> Set<FixKey> {
        Set(finding(deliveries).secondClock)
    }

    struct Case: CustomTestStringConvertible {
        let every: Int
        let hours: Double
        let interval: Double

        var testDescription: String { "every \(every)th, \(hours) h, each \(interval) min" }
    }

    private static let cases = [2, 3, 5].flatMap { every in
        [1, 3, 4, 5.5].flatMap { hours in [0.5, 1].map { Case(every: every, hours: hours, interval: $0) } }
    }

    @Test(
        "Its fixes are set aside where they come between others, from the first one on, and no others",
        arguments: cases,
        Delivering.allCases
    )
    func found(_ row: Case, _ way: Delivering) throws {
        var fixes: [(taken: Double, fix: FixKey)] = []
        for minute in stride(from: -400.0, to: -300, by: 1) { fixes.append((minute, try Self.fix(minute))) }
        for minute in stride(from: -20.0, to: 0, by: row.interval) { fixes.append((minute, try Self.fix(minute))) }
        var wrong: Set<FixKey> = []
        for index in 0..<Int(60 / row.interval) {
            let taken = Double(index) * row.interval
            let isWrong = index % row.every == 0
            let fix = try Self.fix(isWrong ? taken - row.hours * 60 : taken, taken: taken)
            if isWrong { wrong.insert(fix) }
            fixes.append((taken, fix))
        }
        for minute in 0..<30 { fixes.append((70 + Double(minute), try Self.fix(70 + Double(minute)))) }
        let taken = Dictionary(uniqueKeysWithValues: fixes.map { ($0.fix, $0.taken) })
        let found = Self.setAside(
            Self.deliveries(fixes, way).map { part in
                (minute: part.compactMap { taken[$0] }.max() ?? 0, fixes: part)
            }
        )
        #expect(found.subtracting(wrong).isEmpty)
        switch way {
        case .eachAlone, .batches, .newestFirst:
            #expect(wrong.subtracting(found).isEmpty, "\(wrong.subtracting(found).count) of \(wrong.count) are left")
        case .sortedBatches, .blocks, .rightThenWrong, .wrongThenRight:
            // Such deliveries show by how much they are behind only roughly.
            break
        }
    }

    @Test(
        "Where every second fix is behind, by a time at which the phone sent nothing, they are undecided",
        arguments: [3, 5, 7, 20.5],
        [0.5, 1, 2, 5]
    )
    func undecided(hours: Double, interval: Double) throws {
        for before in [0.0, 30] {
            var deliveries: [(minute: Double, fixes: [FixKey])] = []
            var wrong: Set<FixKey> = []
            for minute in stride(from: -before, to: 0, by: interval) {
                deliveries.append((minute, [try Self.fix(minute)]))
            }
            for index in 0..<40 {
                let taken = Double(index) * interval
                let fix = try Self.fix(index.isMultiple(of: 2) ? taken : taken - hours * 60, taken: taken)
                if !index.isMultiple(of: 2) { wrong.insert(fix) }
                deliveries.append((taken, [fix]))
            }
            let finding = Self.finding(deliveries)
            let seen = Set(finding.secondClock + finding.undecided)
            let comment: Comment = "\(seen.count) of \(wrong.count) after \(before) minutes"
            #expect(seen.isSubset(of: wrong), comment)
            #expect(seen.count >= wrong.count - 1, comment)
        }
    }

    @Test("Those of a backlog are undecided", arguments: [2, 3, 5], [1, 20, 1000])
    func lateDeliveries(every: Int, size: Int) throws {
        for hours in [1.0, 3, 7] {
            let fixes = try (0..<120).map { index in
                let taken = Double(index)
                return try Self.fix(index.isMultiple(of: every) ? taken - hours * 60 : taken, taken: taken)
            }
            let parts = stride(from: 0, to: fixes.count, by: size).map { start in
                (minute: 600.0, fixes: Array(fixes[start..<min(start + size, fixes.count)]))
            }
            let finding = Self.finding(parts)
            let wrong = Set(fixes.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element))
            let comment: Comment = "\(finding.undecided.count) of \(wrong.count), \(hours) h"
            #expect(finding.secondClock.isEmpty)
            #expect(wrong.isSuperset(of: finding.undecided), comment)
            #expect(Set(finding.undecided).count >= wrong.count - 2, comment)
        }
    }

    @Test("What a phone had kept is not set aside, however it sends it", arguments: 0..<UInt64(60))
    func backlog(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let interval: Double = [0.5, 1, 2, 5].randomElement(using: &random) ?? 1
        let offline = Double.random(in: 40...2400, using: &random)
        let before = try stride(from: -offline - 120, to: -offline, by: interval).map { try Self.fix($0) }
        let kept = try stride(from: -offline, to: 0, by: interval).map { try Self.fix($0) }
        // A current fix first, then so many kept ones to each current one.
        let share: Double = [0.5, 1, 2, 10, 50].randomElement(using: &random) ?? 1
        var deliveries: [(minute: Double, fixes: [FixKey])] = before.map { fix in
            (minute: Self.time(0).seconds(to: fix.time) / 60, fixes: [fix])
        }
        var (index, minute, owed) = (0, 0.0, 0.0)
        while index < kept.count, minute < 3000 {
            deliveries.append((minute, [try Self.fix(minute)]))
            owed += share
            let count = min(Int(owed), kept.count - index)
            owed -= Double(count)
            let part = Array(kept[index..<index + count])
            index += count
            if Bool.random(using: &random) {
                deliveries += part.map { (minute, [$0]) }
            } else if !part.isEmpty {
                deliveries.append((minute, part))
            }
            minute += interval
        }
        let found = Self.setAside(deliveries)
        #expect(
            found.isEmpty,
            "seed \(seed): \(found.count) of \(kept.count), each \(interval) min, \(share) at a time"
        )
    }

    @Test("Shuffled fixes of one clock are not set aside", arguments: 0..<UInt64(60))
    func shuffled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try (0..<Int.random(in: 40...400, using: &random)).map { try Self.fix(Double($0)) }
        // Each is received when the newest one before it was taken, so that it may be fresh.
        var newest = 0.0
        let alone = Self.setAside(
            fixes.shuffled(using: &random).map { fix in
                newest = max(newest, Self.time(0).seconds(to: fix.time) / 60)
                return (minute: newest, fixes: [fix])
            }
        )
        #expect(alone.isEmpty, "seed \(seed): \(alone.count)")
        let together = Self.setAside([(minute: Double(fixes.count), fixes: fixes.shuffled(using: &random))])
        #expect(together.isEmpty, "seed \(seed): \(together.count)")
    }

    @Test("Bursts by a timer, sent once an hour, are not set aside")
    func bursts() throws {
        var deliveries: [(minute: Double, fixes: [FixKey])] = []
        for hour in 0..<48 {
            let start = Double(hour) * 60
            let fixes = try [start, start + 0.1, start + 30, start + 30.1].map { try Self.fix($0) }
            deliveries.append((start + 31, fixes))
        }
        #expect(Self.setAside(deliveries).isEmpty)
    }

    @Test("A known second clock is forgotten after a day without it, and a late batch is none of it")
    func forgotten() throws {
        var alternation = ClockAlternation()
        func observe(_ minutes: Double..., at received: Double) throws -> Int {
            let fixes = try minutes.map { try Self.fix($0, taken: received) }
            let delivery = ClockAlternation.Delivery(receivedAt: Self.time(received), fixes: fixes[...])
            return alternation.observe(delivery).secondClock.count
        }
        for minute in -300..<0 { #expect(try observe(Double(minute), at: Double(minute)) == 0) }
        var count = 0
        for minute in 0..<30 {
            count += try observe(minute % 3 == 0 ? Double(minute) - 240 : Double(minute), at: Double(minute))
        }
        #expect(count == 10)
        #expect(alternation.seemsPresent)
        #expect(try observe(-100.5, -99.5, at: 31) == 0)
        #expect(try observe(31, at: 31) == 0)
        #expect(try observe(31 - 239.5, at: 31.5) == 1)
        #expect(try observe(32 + 1500, at: 32 + 1500) == 0)
        #expect(try observe(33 + 1500 - 240, at: 33 + 1500) == 0)
        #expect(!alternation.seemsPresent)
    }
}
