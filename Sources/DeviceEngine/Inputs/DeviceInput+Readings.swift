internal import GeofenceEngine
internal import VisitModel

extension Fix {
    /// Whether two records are the same fix of the phone: equal time, coordinate and accuracy.
    ///
    /// A phone that reports a crossing sends the fix twice, and with the crossing often without speed or battery
    /// (OwnTracks' `transition` and the `location` after it).
    func isSameReading(as other: Fix) -> Bool {
        time == other.time && coordinate == other.coordinate && horizontalAccuracy == other.horizontalAccuracy
    }

    /// The fix, with missing fields filled in from another record of it.
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
    /// Whether the input is a fix with an OS transition report.
    package var isClaim: Bool { if case .claimed = self { true } else { false } }

    /// Whether both inputs contain the same fix.
    package func isSameReading(as other: DeviceInput) -> Bool {
        guard let fix, let otherFix = other.fix else { return false }
        return fix.isSameReading(as: otherFix)
    }

    /// Whether the input is a plain fix that another input repeats with an OS transition report.
    package func isSaid(by other: DeviceInput) -> Bool {
        guard case .fix(let fix) = self, case .claimed(_, _, let claimed) = other else { return false }
        return fix == claimed
    }
}

extension [DeviceInput] {
    /// The inputs in the same order, without plain fixes that are also present with an OS transition report.
    package var withoutClaimedRepeats: [DeviceInput] {
        guard contains(where: \.isClaim) else { return self }
        let claimed = Set(compactMap { $0.isClaim ? $0.fix : nil })
        return filter { input in
            guard case .fix(let fix) = input else { return true }
            return !claimed.contains(fix)
        }
    }

    /// The end of the run of inputs with the same fix as the one at `start`, which has an OS transition report.
    func endOfReading(from start: Int) -> Int {
        var end = start + 1
        while end < count, self[end].isSameReading(as: self[start]) { end += 1 }
        return end
    }
}
