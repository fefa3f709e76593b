internal import GeofenceEngine
internal import VisitModel

extension DeviceInput: Comparable {
    /// The total order of a device's inputs: by time, then fixes in their own order, then phone changes, then advances
    /// of the clock.
    ///
    /// The records of one fix are adjacent, those with OS transition reports first.
    public static func < (lhs: DeviceInput, rhs: DeviceInput) -> Bool {
        if lhs.time != rhs.time { return lhs.time < rhs.time }
        switch (lhs, rhs) {
        case (.fix(let left), .fix(let right)): return left < right
        case (.claimed(let action, let key, let left), .claimed(let otherAction, let otherKey, let right)):
            if left != right { return left < right }
            return (key, action.code) < (otherKey, otherAction.code)
        case (.claimed(_, _, let left), .fix(let right)): return left.isSameReading(as: right) || left < right
        case (.fix(let left), .claimed(_, _, let right)): return !left.isSameReading(as: right) && left < right
        case (.changed(let left, _), .changed(let right, _)): return left.packed.lexicographicallyPrecedes(right.packed)
        default: return lhs.rank < rhs.rank
        }
    }

    private var rank: Int {
        switch self {
        case .fix, .claimed: 0
        case .rebooted: 1
        case .appUpdated: 2
        case .changed: 3
        case .passed: 4
        }
    }
}
