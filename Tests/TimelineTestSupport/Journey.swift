package import Interchange
package import SeededRandom
package import VisitModel

/// The fixes of one phone, built stay by stay.
package struct Journey {
    package private(set) var fixes: [TrackFix] = []
    private let device: DeviceID
    private let member: MemberID
    private let platform: Platform

    package init(_ device: String = "phone", member: String = "ann", _ platform: Platform = .ios) throws {
        self.device = try DeviceID(device)
        self.member = try MemberID(member)
        self.platform = platform
    }

    /// Adds a fix, by its metres from the first place.
    package mutating func add(
        _ minute: Double,
        east: Double,
        north: Double = 0,
        accuracy: Double? = 10,
        flags: Fix.Flags = []
    ) throws {
        let fix = Fix(
            time: SmallPlaces.minute(minute),
            coordinate: try SmallPlaces.coordinate(east: east, north: north),
            horizontalAccuracy: accuracy,
            flags: flags
        )
        fixes.append(
            TrackFix(fix: fix, device: device, member: member, platform: platform, line: fixes.count + 1)
        )
    }

    /// Adds fixes at one point at a constant interval in minutes, both ends included.
    package mutating func stay(_ minutes: ClosedRange<Double>, east: Double, every step: Double = 1) throws {
        for minute in stride(from: minutes.lowerBound, through: minutes.upperBound, by: step) {
            try add(minute, east: east)
        }
    }

    /// Removes and returns the fixes of a span of minutes.
    package mutating func cut(_ minutes: ClosedRange<Double>) -> [TrackFix] {
        let (first, last) = (SmallPlaces.minute(minutes.lowerBound), SmallPlaces.minute(minutes.upperBound))
        let taken = fixes.filter { $0.fix.time >= first && $0.fix.time <= last }
        fixes.removeAll { $0.fix.time >= first && $0.fix.time <= last }
        return taken
    }

    /// A journey from 500 m west of the first place, to the place from minute 10 to minute 40, and back.
    package static func visitOfFirstPlace(_ device: String = "phone", _ platform: Platform = .ios) throws -> Journey {
        var journey = try Journey(device, platform)
        try journey.stay(0...9, east: -500)
        try journey.stay(10...40, east: 5)
        try journey.stay(41...60, east: -500)
        return journey
    }
}

extension Journey {
    /// Random movement between places for hours, with noise, gaps, outliers and equal times.
    ///
    /// The fixes are ordered by time, each once.
    package static func random(
        _ device: String = "phone",
        member: String = "ann",
        _ platform: Platform = .ios,
        places: Int = 3,
        apart: Double = 800,
        hours: Double = 30,
        using random: inout SeededGenerator
    ) throws -> [TrackFix] {
        var journey = try Journey(device, member: member, platform)
        var minute = Double.random(in: 0..<60, using: &random)
        while minute < hours * 60 {
            let spot =
                Double(Int.random(in: 0..<places, using: &random)) * apart + .random(in: -220...220, using: &random)
            let end = minute + [3, 12, 45, 90].randomElement(using: &random, or: 12)
            while minute < end {
                try journey.addNoisy(minute, east: spot, using: &random)
                if Int.random(in: 0..<25, using: &random) == 0 {
                    try journey.addNoisy(minute, east: spot, using: &random)
                }
                minute += .random(in: 0.2...6, using: &random)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                minute += .random(in: 20...400, using: &random)
            }
        }
        return Array(Set(journey.fixes.map(\.fix))).sorted().map {
            TrackFix(fix: $0, device: journey.device, member: journey.member, platform: platform, line: 1)
        }
    }

    private mutating func addNoisy(_ minute: Double, east: Double, using random: inout SeededGenerator) throws {
        let choices: [Double?] = [8, 20, 35, 65, 400, 1500, nil]
        let accuracy = choices.randomElement(using: &random, or: nil)
        let spread = min(accuracy ?? 30, 200)
        let isWild = Int.random(in: 0..<60, using: &random) == 0
        try add(
            (minute * 60).rounded() / 60,
            east: east + .random(in: -spread...spread, using: &random) + (isWild ? 5000 : 0),
            north: .random(in: -spread...spread, using: &random),
            accuracy: accuracy,
            flags: Int.random(in: 0..<30, using: &random) == 0 ? .stationary : []
        )
    }
}

extension Array {
    fileprivate func randomElement(using random: inout SeededGenerator, or other: Element) -> Element {
        isEmpty ? other : self[Int.random(in: indices, using: &random)]
    }
}
