internal import GeofenceEngine
internal import VisitModel

extension Fix {
    /// Whether two fixes are one reading of the phone: of one moment, place and accuracy.
    ///
    /// A phone that tells of a crossing sends the reading twice, and with the crossing often without speed or battery
    /// (OwnTracks' `transition` and the `location` after it).
    func isSameReading(as other: Fix) -> Bool {
        time == other.time && coordinate == other.coordinate && horizontalAccuracy == other.horizontalAccuracy
    }

    /// The reading with what another record of it knows besides.
    func completed(by other: Fix) -> Fix {
        var fix = self
        fix.speed = speed ?? other.speed
        fix.course = course ?? other.course
        fix.altitude = altitude ?? other.altitude
        fix.activity = activity ?? other.activity
        fix.battery = battery ?? other.battery
        fix.flags.formUnion(other.flags)
        return fix
    }
}

extension DeviceInput {
    /// Whether a reading came with a claim.
    var isClaim: Bool { if case .claimed = self { true } else { false } }

    /// Whether both are, or came with, one reading.
    func isSameReading(as other: DeviceInput) -> Bool {
        guard let fix, let otherFix = other.fix else { return false }
        return fix.isSameReading(as: otherFix)
    }

    /// Whether it says nothing that another record of the same reading, with a claim, does not.
    func isSaid(by other: DeviceInput) -> Bool {
        guard case .fix(let fix) = self, case .claimed(_, _, let claimed) = other else { return false }
        return fix == claimed
    }
}

extension [DeviceInput] {
    /// Inputs without plain fixes that also came with a claim; in order, as before.
    var withoutClaimedRepeats: [DeviceInput] {
        guard contains(where: \.isClaim) else { return self }
        let claimed = Set(compactMap { $0.isClaim ? $0.fix : nil })
        return filter { input in
            guard case .fix(let fix) = input else { return true }
            return !claimed.contains(fix)
        }
    }

    /// The end of the run of inputs that are one reading, the first of which came with a claim.
    func endOfReading(from start: Int) -> Int {
        var end = start + 1
        while end < count, self[end].isSameReading(as: self[start]) { end += 1 }
        return end
    }
}
