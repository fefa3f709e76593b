import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Crossing the edge of a region on a simulated iPhone")
struct IOSCrossingTests {
    /// A phone at `east` metres that monitors a region of 100 m round 0/0 and knows its side.
    private func phone(
        knownAt east: Double,
        notifies: RegionTransitions = [.enter, .exit],
        profile: IOSRegionProfile = IOSRegionProfile(latency: .none)
    ) throws -> IOSTestPhone {
        var phone = IOSTestPhone(profile)
        #expect(try phone.add(iosCircle("gym", notifies: notifies)) == nil)
        #expect(try phone.read(at: 0, east: east) == [])
        return phone
    }

    @Test("is not reported for the side that the phone is on when the region is added", arguments: [0, 99, 101, 5000])
    func silentAtRegistration(east: Double) throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        #expect(try phone.stay(from: 0, for: 600, east: east) == [])
        #expect(phone.regions.nextWake == nil)
    }

    @Test("is not reported again for a stay when a region of the same name replaces the old one")
    func silentAtReplacement() throws {
        var phone = try phone(knownAt: 1000)
        #expect(try phone.stay(from: 1, for: 30, east: 0) == ["enter gym"])
        #expect(try phone.add(iosCircle("gym"), at: 40) == nil)
        #expect(try phone.stay(from: 41, for: 60, east: 0) == [])
        #expect(try phone.stay(from: 102, for: 30, east: 1000) == ["exit gym"])
    }

    @Test("is decided by the fix that ends the hold of 20 s")
    func hold() throws {
        var phone = try phone(knownAt: 1000)
        #expect(try phone.stay(from: 100, for: 19, east: 0) == [])
        #expect(try phone.read(at: 120, east: 0) == ["enter gym"])
        #expect(phone.decided.map(\.decidedAt) == [iosTime(120)])
        #expect(phone.decided.first?.fix?.time == iosTime(120))
        #expect(try phone.stay(from: 200, for: 19.5, east: 1000) == [])
        #expect(try phone.read(at: 220, east: 1000) == ["exit gym"])
    }

    @Test("is decided by the timer where no fix follows")
    func timer() throws {
        var phone = try phone(knownAt: 1000)
        #expect(phone.regions.nextWake == nil)
        try phone.read(at: 100, east: 0)
        #expect(phone.regions.nextWake == iosTime(120))
        #expect(phone.wake(at: 119.999) == [])
        #expect(phone.wake(at: 120) == ["enter gym"])
        #expect(phone.decided.first?.fix == nil)
        #expect(phone.regions.nextWake == nil)
        #expect(phone.wake(at: 300) == [])
    }

    @Test("is decided at the end of its hold even where the timer is called late or not at all")
    func lateTimer() throws {
        var late = try phone(knownAt: 1000)
        try late.read(at: 100, east: 0)
        #expect(late.wake(at: 150) == ["enter gym"])
        var never = try phone(knownAt: 1000)
        try never.read(at: 100, east: 0)
        #expect(try never.read(at: 150, east: 1000) == ["enter gym"])
        #expect(late.decided == never.decided)
        #expect(late.decided.map(\.decidedAt) == [iosTime(120)])
    }

    @Test("restarts its hold with a fix that is not past the edge")
    func interruption() throws {
        var phone = try phone(knownAt: 1000)
        try phone.stay(from: 100, for: 19, east: 0)
        // Inside, but not far enough from the edge.
        #expect(try phone.read(at: 120, east: 60) == [])
        #expect(phone.regions.nextWake == nil)
        #expect(try phone.stay(from: 121, for: 19, east: 0) == [])
        #expect(try phone.read(at: 141, east: 0) == ["enter gym"])
    }

    @Test(
        "counts out from 100 m past the edge, and in from the smaller of 100 m and half the radius",
        arguments: [(50, 25, 150), (100, 50, 200), (200, 100, 300), (400, 300, 500), (1000, 900, 1100)]
    )
    func buffer(radius: Double, enterAt: Double, exitAt: Double) throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym", radius: radius)) == nil)
        try phone.read(at: 0, east: 5000)
        #expect(try phone.stay(from: 100, for: 60, east: enterAt + 0.1) == [])
        #expect(try phone.stay(from: 200, for: 20, east: enterAt - 0.1) == ["enter gym"])
        #expect(try phone.stay(from: 300, for: 60, east: exitAt - 0.1) == [])
        #expect(try phone.stay(from: 400, for: 20, east: exitAt + 0.1) == ["exit gym"])
    }

    @Test("is at the edge itself without a buffer", arguments: [100, 350] as [Double])
    func noBuffer(radius: Double) throws {
        var phone = IOSTestPhone(IOSRegionProfile(bufferMeters: 0, latency: .none))
        #expect(try phone.add(iosCircle("gym", radius: radius)) == nil)
        try phone.read(at: 0, east: 5000)
        #expect(try phone.stay(from: 100, for: 60, east: radius + 0.1) == [])
        #expect(try phone.stay(from: 200, for: 20, east: radius - 0.1) == ["enter gym"])
        #expect(try phone.stay(from: 300, for: 20, east: radius + 0.1) == ["exit gym"])
    }

    @Test("is reported only where the app requested that transition")
    func flags() throws {
        var entries = try phone(knownAt: 1000, notifies: [.enter])
        var exits = try phone(knownAt: 1000, notifies: [.exit])
        for round in 0..<2 {
            let start = Double(round) * 1000
            try entries.stay(from: start + 100, for: 30, east: 0)
            try entries.stay(from: start + 200, for: 30, east: 1000)
            try exits.stay(from: start + 100, for: 30, east: 0)
            try exits.stay(from: start + 200, for: 30, east: 1000)
        }
        #expect(entries.decided.map(\.transition) == [.enter, .enter])
        #expect(exits.decided.map(\.transition) == [.exit, .exit])
    }

    @Test("is missed for a car that is through a small region within the hold, and seen for a slower one")
    func driveThrough() throws {
        for (metersPerSecond, expected) in [(15.0, []), (4.5, ["enter gym", "exit gym"])] {
            var phone = try phone(knownAt: -3000)
            let emitted = try (1...2000).flatMap { second in
                try phone.read(at: Double(second), east: min(3000, -3000 + metersPerSecond * Double(second)))
            }
            #expect(emitted == expected, "\(metersPerSecond) m/s")
        }
    }

    @Test("is seen for a car that drives through, where fixes are so sparse that one inside fills the hold")
    func sparseDriveThrough() throws {
        var phone = try phone(knownAt: -900)
        #expect(try phone.read(at: 60, east: 0) == [])
        #expect(try phone.read(at: 120, east: 900) == ["enter gym"])
        #expect(phone.wake(at: 140) == ["exit gym"])
    }

    @Test("is accepted from one distant fix, however inaccurate, where the timer ends its hold")
    func badReading() throws {
        var phone = try phone(knownAt: 0)
        try phone.read(at: 100, east: 5000, accuracy: 17_000)
        #expect(phone.wake(at: 120) == ["exit gym"])
    }

    @Test("is not decided by a fix without a position or from the past", arguments: [-1, .nan] as [Double])
    func unusable(accuracy: Double) throws {
        var phone = try phone(knownAt: 0)
        try phone.read(at: 100, east: 0)
        #expect(try phone.read(at: 101, east: 5000, accuracy: accuracy) == [])
        #expect(try phone.read(at: 50, east: 5000) == [])
        #expect(try phone.read(at: 100, east: 5000) == [])
        #expect(phone.regions.nextWake == nil)
    }

    @Test("starts from no fix that is older than the region")
    func olderThanRegion() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym"), at: 100) == nil)
        try phone.read(at: 50, east: 1000)
        #expect(try phone.stay(from: 101, for: 60, east: 0) == [])
    }

    @Test("of several regions together is reported one by one, in the order of additions and with one delay")
    func together() throws {
        var phone = IOSTestPhone(IOSRegionProfile())
        #expect(try phone.add(iosCircle("b", radius: 300)) == nil)
        #expect(try phone.add(iosCircle("a", radius: 200)) == nil)
        #expect(try phone.add(iosCircle("c", east: 3000)) == nil)
        try phone.read(at: 0, east: 3000)
        #expect(try phone.stay(from: 100, for: 20, east: 0) == ["enter b", "enter a", "exit c"])
        #expect(Set(phone.decided.map(\.dueAt)).count == 1)
    }

    @Test("is due within the latency after the decision, and never before an earlier one", arguments: UInt64(1)...20)
    func latency(seed: UInt64) throws {
        for (isConnected, longest) in [(true, 60.0), (false, 3600)] {
            var phone = IOSTestPhone(IOSRegionProfile(), seed: seed)
            phone.isConnected = isConnected
            #expect(try phone.add(iosCircle("gym")) == nil)
            try phone.read(at: 0, east: 1000)
            for round in 0..<20 {
                let start = Double(100 + round * 60)
                #expect(try phone.stay(from: start, for: 20, east: 0) == ["enter gym"])
                #expect(try phone.stay(from: start + 30, for: 20, east: 1000) == ["exit gym"])
            }
            let delays = phone.decided.map { $0.decidedAt.seconds(to: $0.dueAt) }
            #expect(delays.allSatisfy { (0...longest).contains($0) }, "seed \(seed)")
            #expect(Set(delays).count > 5, "seed \(seed)")
            let due = phone.decided.map(\.dueAt)
            #expect(due == due.sorted(), "seed \(seed)")
        }
    }
}
