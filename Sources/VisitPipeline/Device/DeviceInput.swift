package import GeofenceEngine
package import VisitModel

/// Something that a device's timeline is advanced by.
package enum DeviceInput: Hashable, Sendable {
    /// A location reading.
    case fix(Fix)
    /// A location reading that the phone's system told of a crossing with: one record, for the fix is what is known of it.
    ///
    /// What it says is evidence, and heard where the fence is one that is watched for the device
    /// (`EvaluationPolicy.Evaluation.claimAccuracyLimitMeters`); the fix is an ordinary one for every other fence. The same
    /// reading may come without the claim too, and with other claims: it is evaluated once.
    case claimed(FenceAction, FenceKey, Fix)
    /// The phone was restarted.
    case rebooted(at: Timestamp)
    /// The app was updated.
    case appUpdated(at: Timestamp)
    /// Something befell the phone's geofences.
    case changed(PhoneChange, at: Timestamp)
    /// Nothing came from the phone up to now: a stay may have fallen silent, and an entry is told that nothing contradicted.
    ///
    /// A service that waits for no fix gives this in where `DeviceSession.wouldChange` says that it tells something.
    case passed(at: Timestamp)

    /// When it happened.
    package var time: Timestamp {
        switch self {
        case .fix(let fix), .claimed(_, _, let fix): fix.time
        case .rebooted(let time), .appUpdated(let time), .changed(_, let time), .passed(let time): time
        }
    }

    /// The location reading that it is, or that came with it.
    package var fix: Fix? {
        switch self {
        case .fix(let fix), .claimed(_, _, let fix): fix
        case .rebooted, .appUpdated, .changed, .passed: nil
        }
    }
}

extension DeviceInput {
    /// The same at another time.
    func moved(to time: Timestamp) -> DeviceInput {
        switch self {
        case .fix, .claimed: withFix { $0.time = time }
        case .rebooted: .rebooted(at: time)
        case .appUpdated: .appUpdated(at: time)
        case .changed(let change, _): .changed(change, at: time)
        case .passed: .passed(at: time)
        }
    }

    /// The same with another reading, where it has one.
    func withFix(_ change: (inout Fix) -> Void) -> DeviceInput {
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
