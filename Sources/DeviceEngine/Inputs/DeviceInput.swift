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
    case claimed(FenceAction, FenceKey, Fix)
    /// A restart of the phone.
    case rebooted(at: Timestamp)
    /// An update of the app.
    case appUpdated(at: Timestamp)
    /// A change to the phone's geofences.
    case changed(PhoneChange, at: Timestamp)
    /// An advance of the clock without a fix, by which a stay may time out and a presumed entry becomes due.
    ///
    /// The service adds this input only where `DeviceSession.wouldChange` finds that it would record something.
    case passed(at: Timestamp)

    /// The time at which the input happened.
    public var time: Timestamp {
        switch self {
        case .fix(let fix), .claimed(_, _, let fix): fix.time
        case .rebooted(let time), .appUpdated(let time), .changed(_, let time), .passed(let time): time
        }
    }

    /// The fix that the input is or contains.
    public var fix: Fix? {
        switch self {
        case .fix(let fix), .claimed(_, _, let fix): fix
        case .rebooted, .appUpdated, .changed, .passed: nil
        }
    }
}

extension DeviceInput {
    /// A copy of the input with another time.
    package func moved(to time: Timestamp) -> DeviceInput {
        switch self {
        case .fix, .claimed: withFix { $0.time = time }
        case .rebooted: .rebooted(at: time)
        case .appUpdated: .appUpdated(at: time)
        case .changed(let change, _): .changed(change, at: time)
        case .passed: .passed(at: time)
        }
    }

    /// A copy of the input with a changed fix, where it contains one.
    package func withFix(_ change: (inout Fix) -> Void) -> DeviceInput {
        switch self {
        case .fix(var fix):
            change(&fix)
            return .fix(fix)
        case .claimed(let action, let key, var fix):
            change(&fix)
            return .claimed(action, key, fix)
        case .rebooted, .appUpdated, .changed, .passed:
            return self
        }
    }
}
