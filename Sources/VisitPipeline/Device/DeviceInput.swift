public import VisitModel

/// Something that a device's timeline is advanced by.
public enum DeviceInput: Hashable, Sendable {
    /// A location reading.
    case fix(Fix)
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
    public var time: Timestamp {
        switch self {
        case .fix(let fix): fix.time
        case .rebooted(let time), .appUpdated(let time), .changed(_, let time), .passed(let time): time
        }
    }
}

extension DeviceInput {
    /// The same at another time.
    func moved(to time: Timestamp) -> DeviceInput {
        switch self {
        case .fix(var fix):
            fix.time = time
            return .fix(fix)
        case .rebooted: return .rebooted(at: time)
        case .appUpdated: return .appUpdated(at: time)
        case .changed(let change, _): return .changed(change, at: time)
        case .passed: return .passed(at: time)
        }
    }
}

extension DeviceInput: Comparable {
    /// The total order of a device's inputs: time, then fixes in their own order, then what befell the phone, and time that
    /// passed last.
    public static func < (lhs: DeviceInput, rhs: DeviceInput) -> Bool {
        if lhs.time != rhs.time { return lhs.time < rhs.time }
        switch (lhs, rhs) {
        case (.fix(let left), .fix(let right)): return left < right
        case (.changed(let left, _), .changed(let right, _)): return left.packed.lexicographicallyPrecedes(right.packed)
        default: return lhs.rank < rhs.rank
        }
    }

    private var rank: Int {
        switch self {
        case .fix: 0
        case .rebooted: 1
        case .appUpdated: 2
        case .changed: 3
        case .passed: 4
        }
    }
}
