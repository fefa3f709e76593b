import TrackingModel
import VisitModel

/// What is kept of each geofence that is watched or that the phone is in, by name.
///
/// The names of the few that the phone is in, or that are in doubt, are kept beside it: each fix asks for those alone, and
/// of the others there may be a hundred.
struct FenceWatches: Hashable, Sendable {
    /// All of them.
    private(set) var all: [String: FenceWatch] = [:]
    /// The names of those that the phone is in or that an exit is held back of, in the order of their bytes.
    private(set) var busy: [String] = []

    /// What is kept of a geofence; what is the same as before is not written, so that a copy that was taken stays shared.
    subscript(name: String) -> FenceWatch? {
        get { all[name] }
        set {
            guard all[name] != newValue else { return }
            all[name] = newValue
            note(name, isBusy: newValue?.isBusy ?? false)
        }
    }

    /// Forgets a geofence.
    ///
    /// - Parameter name: its name.
    /// - Returns: what was kept of it.
    mutating func removeValue(forKey name: String) -> FenceWatch? {
        defer { self[name] = nil }
        return all[name]
    }

    private mutating func note(_ name: String, isBusy: Bool) {
        var (low, high) = (0, busy.count)
        while low < high {
            let middle = (low + high) / 2
            if busy[middle].utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
        }
        let isNoted = low < busy.count && busy[low].utf8.elementsEqual(name.utf8)
        if isBusy, !isNoted { busy.insert(name, at: low) }
        if !isBusy, isNoted { busy.remove(at: low) }
    }

    static func == (lhs: FenceWatches, rhs: FenceWatches) -> Bool { lhs.all == rhs.all }

    func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

extension FenceWatches: Codable {
    init(from decoder: any Decoder) throws {
        all = try decoder.singleValueContainer().decode([String: FenceWatch].self)
        for (name, watch) in all where watch.isBusy { note(name, isBusy: true) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
    }
}

extension FenceWatch {
    /// Whether a fix, or the time, may change anything about it by itself.
    fileprivate var isBusy: Bool { isHeld || hold != nil }
}
