internal import TrackingModel
internal import VisitModel

/// The monitoring states of the geofences that are monitored or that the phone is in, by name.
///
/// The names of the few that the phone is in, or that have a pending exit, are kept separately: each fix needs those
/// alone, and there may be a hundred others.
struct FenceWatches: Hashable, Sendable {
    private(set) var all: [String: FenceWatch] = [:]
    /// The names of the fences that the phone is in or that have a pending exit, in byte order.
    private(set) var busy: [String] = []

    /// The state of a geofence; an equal value is not written, so that existing copies stay shared.
    subscript(name: String) -> FenceWatch? {
        get { all[name] }
        set {
            guard all[name] != newValue else { return }
            all[name] = newValue
            updateBusy(name, isBusy: newValue?.isBusy ?? false)
        }
    }

    mutating func removeValue(forKey name: String) -> FenceWatch? {
        defer { self[name] = nil }
        return all[name]
    }

    private mutating func updateBusy(_ name: String, isBusy: Bool) {
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
        for (name, watch) in all where watch.isBusy { updateBusy(name, isBusy: true) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
    }
}

extension FenceWatch {
    /// Whether a fix, or the passing of time, may change it.
    fileprivate var isBusy: Bool { isHeld || hold != nil }
}
