public import GeofenceEngine
public import VisitModel

/// An input that advances a device's timeline.
public enum DeviceInput: Hashable, Sendable {
    /// A location fix.
    case fix(Fix)
    /// A fix with an OS transition report: one record, because the fix is all that is known of the transition.
    ///
    /// The report is evidence only for a fence that is registered for the device
    /// (`EvaluationPolicy.Evaluation.claimAccuracyLimitMeters`); for every other fence the fix is an ordinary one. The
    /// same fix may also arrive without the report and with other reports; it is evaluated once.
    case reported(FenceAction, FenceKey, Fix)
    /// A restart of the phone.
    case rebooted(at: Timestamp)
    /// An update of the app.
    case appUpdated(at: Timestamp)
    /// A change to the phone's geofences.
    ///
    /// Stored indirectly: nearly all inputs are fixes, which need not have room for its messages.
    indirect case changed(PhoneChange, at: Timestamp)
    /// An advance of the clock without a fix, by which a stay may time out and a presumed entry becomes due.
    ///
    /// The service adds this input only where `DeviceTimeline.wouldChange` finds that it would record something.
    case passed(at: Timestamp)

    /// The time at which the input happened.
    public var time: Timestamp {
        switch self {
        case .fix(let fix), .reported(_, _, let fix): fix.time
        case .rebooted(let time), .appUpdated(let time), .changed(_, let time), .passed(let time): time
        }
    }

    /// The fix of the input, where it has one.
    public var fix: Fix? {
        switch self {
        case .fix(let fix), .reported(_, _, let fix): fix
        case .rebooted, .appUpdated, .changed, .passed: nil
        }
    }
}

extension DeviceInput {
    package func moved(to time: Timestamp) -> DeviceInput {
        switch self {
        case .fix, .reported: withFix { $0.time = time }
        case .rebooted: .rebooted(at: time)
        case .appUpdated: .appUpdated(at: time)
        case .changed(let change, _): .changed(change, at: time)
        case .passed: .passed(at: time)
        }
    }

    package func withFix(_ change: (inout Fix) -> Void) -> DeviceInput {
        switch self {
        case .fix(var fix):
            change(&fix)
            return .fix(fix)
        case .reported(let action, let key, var fix):
            change(&fix)
            return .reported(action, key, fix)
        case .rebooted, .appUpdated, .changed, .passed: return self
        }
    }
}

extension DeviceInput: Comparable {
    /// The total order of a device's inputs: by time, then fixes in their own order, then phone changes, then advances
    /// of the clock.
    ///
    /// The records of one fix are adjacent, those with OS transition reports first.
    public static func < (lhs: DeviceInput, rhs: DeviceInput) -> Bool {
        if lhs.time != rhs.time { return lhs.time < rhs.time }
        switch (lhs, rhs) {
        case (.fix(let left), .fix(let right)): return left < right
        case (.reported(let action, let key, let left), .reported(let otherAction, let otherKey, let right)):
            if left != right { return left < right }
            return (key, action.code) < (otherKey, otherAction.code)
        case (.reported(_, _, let left), .fix(let right)): return left.isSameFix(as: right) || left < right
        case (.fix(let left), .reported(_, _, let right)): return !left.isSameFix(as: right) && left < right
        case (.changed(let left, _), .changed(let right, _)): return left.packed.lexicographicallyPrecedes(right.packed)
        default: return lhs.rank < rhs.rank
        }
    }

    private var rank: Int {
        switch self {
        case .fix, .reported: 0
        case .rebooted: 1
        case .appUpdated: 2
        case .changed: 3
        case .passed: 4
        }
    }
}

extension Fix {
    /// Whether two records are the same fix of the phone: equal time, coordinate and accuracy.
    ///
    /// A phone that reports a crossing sends the fix twice, and with the crossing often without speed or battery
    /// (OwnTracks' `transition` and the `location` after it).
    func isSameFix(as other: Fix) -> Bool {
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
    package var hasTransitionReport: Bool { if case .reported = self { true } else { false } }

    package func isSameFix(as other: DeviceInput) -> Bool {
        guard let fix, let otherFix = other.fix else { return false }
        return fix.isSameFix(as: otherFix)
    }

    /// Whether the input is a plain fix that `other` repeats with an OS transition report.
    package func isSaid(by other: DeviceInput) -> Bool {
        guard case .fix(let fix) = self, case .reported(_, _, let reported) = other else { return false }
        return fix == reported
    }
}

extension ArraySlice<DeviceInput> {
    /// The inputs without plain fixes that are also present with an OS transition report, in the same order.
    package var withoutReportedRepeats: ArraySlice<DeviceInput> {
        guard contains(where: \.hasTransitionReport) else { return self }
        let reported = Set(compactMap { $0.hasTransitionReport ? $0.fix : nil })
        let kept = filter { input in
            guard case .fix(let fix) = input else { return true }
            return !reported.contains(fix)
        }
        return kept[...]
    }
}

extension [DeviceInput] {
    /// The end of the run of inputs with the same fix as the one at `start`, which has an OS transition report.
    func endOfReading(from start: Int) -> Int {
        var end = start + 1
        while end < count, self[end].isSameFix(as: self[start]) { end += 1 }
        return end
    }
}

/// A change to a phone's geofences, as its app reports it.
public enum PhoneChange: Hashable, Sendable {
    /// The system monitors nothing any more; with the platform's error code and a message.
    case registrationsLost(code: String, message: String)
    /// The system can monitor again; the geofences registered before are restored immediately.
    case registrationsRestored
    /// The system offers only this many slots, because other code uses some; with the platform's error code and a
    /// message.
    case slotsMeasured(Int, code: String, message: String)
    /// The system refused a request; nothing else has changed.
    case failed(code: String, message: String)
    /// Monitoring was stopped on request.
    case monitoringStopped
    /// The member's list of facilities has changed.
    case listChanged
    /// The phone is alive and, as far as it knows, has not moved: the clock advances, and a stay does not time out.
    case heartbeat
    /// The phone is alive and does not say where: the clock advances, and the next fix decides what became of a stay.
    case alive
}

extension PhoneChange {
    /// Background location is allowed; the geofences registered before are registered again.
    package static let locationAllowed = PhoneChange.registrationsRestored

    /// Location is allowed only while the app is in use.
    package static let locationAllowedInUse = PhoneChange.failed(
        code: "LOCATION_WHEN_IN_USE",
        message: "the app may use the phone's location only while it is open, so visits are missed"
    )

    private static let locationDeniedCode = "LOCATION_DENIED"
    private static let locationOffCode = "LOCATION_OFF"

    /// Location is denied, so the system monitors nothing for the app.
    package static let locationDenied = PhoneChange.registrationsLost(
        code: locationDeniedCode,
        message: "the app may not use the phone's location"
    )

    /// The phone's location services are off, so the system monitors nothing.
    package static let locationOff = PhoneChange.registrationsLost(
        code: locationOffCode,
        message: "location services are switched off on the phone"
    )

    /// Whether the app of a phone reported that it gets no fixes, which later fixes contradict.
    ///
    /// An SDK that monitors by itself reports other codes: fixes do not show what its system monitors.
    var isLocationOff: Bool {
        switch self {
        case .registrationsLost(let code, _): code == Self.locationOffCode || code == Self.locationDeniedCode
        case .registrationsRestored, .slotsMeasured, .failed, .monitoringStopped, .listChanged, .heartbeat, .alive:
            false
        }
    }
}
