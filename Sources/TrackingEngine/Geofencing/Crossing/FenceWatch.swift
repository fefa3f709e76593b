internal import TrackingModel
internal import VisitModel

/// The monitoring state of one geofence, kept while it is monitored or the phone is in it.
struct FenceWatch: Hashable, Sendable, Codable {
    enum Phase: String, Hashable, Sendable, Codable {
        /// Outside, or not known.
        case outside
        /// Inside since monitoring began; neither the entry nor the exit is emitted.
        case unannounced
        /// Inside after a counted entry.
        case inside
    }

    struct PendingExit: Hashable, Sendable, Codable {
        let reportedAt: Timestamp
        /// The fix that came with it, which lies within the fence.
        let fix: Fix
        /// When it is accepted without a confirming fix.
        let until: Timestamp

        private enum CodingKeys: String, CodingKey {
            case reportedAt = "toldAt"
            case fix, until
        }
    }

    /// Whether the fence is among the monitored ones.
    var isActive = false
    var isRegistered = false
    var phase = Phase.outside
    /// Whether the phone is in the circle around the polygon, so that fixes are tested.
    var isInCircle = false
    /// Whether the phone may have been in the polygon when monitoring began.
    var mayHaveBeenInside = true
    var hold: PendingExit?
    var enteredAt: Timestamp?
    var isDwellEmitted = false
    /// When the system last reported a transition of it.
    var reportedAt: Timestamp?
    /// Until when crossings have been derived from the path between fixes.
    var pathUntil: Timestamp?
    /// The time of the first of the fixes that surely lie outside while the phone counts as inside.
    var outsideSince: Timestamp?
    /// Whether the phone was off or the region gone since the entry, so that the stored state needs confirmation.
    var isRestored = false

    private enum CodingKeys: String, CodingKey {
        case isActive, isRegistered, phase, isInCircle, mayHaveBeenInside, hold, enteredAt
        case isDwellEmitted = "isDwellTold"
        case reportedAt = "toldAt"
        case pathUntil, outsideSince, isRestored
    }

    /// Whether the phone is, or may be, inside: the fence is not dropped in favour of a nearer one.
    var isHeld: Bool { phase != .outside || isInCircle }

    /// Whether a fix, or the passing of time, may change it.
    fileprivate var isBusy: Bool { isHeld || hold != nil }

    /// Whether there is no state to keep.
    var isIdle: Bool { !isActive && !isRegistered && !isHeld }
}

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
        let place = busy.partitioningIndex { !$0.utf8.lexicographicallyPrecedes(name.utf8) }
        let isNoted = place < busy.count && busy[place].utf8.elementsEqual(name.utf8)
        if isBusy, !isNoted { busy.insert(name, at: place) }
        if !isBusy, isNoted { busy.remove(at: place) }
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

/// The side of a circle's edge on which a fix lies.
enum FenceSide: Hashable, Sendable {
    case inside
    case outside
    /// Either side: the accuracy is worse than the radius, and the accuracy circle reaches into the fence.
    case unsure

    /// Classifies a fix; `meters` is the distance from the circle's center to it.
    init(meters: Double, accuracyMeters: Double, radiusMeters: Double) {
        if accuracyMeters > radiusMeters, meters - accuracyMeters <= radiusMeters {
            self = .unsure
        } else {
            self = meters <= radiusMeters ? .inside : .outside
        }
    }
}

extension StoredGeofences.Entry {
    func side(of fix: Fix, _ point: EarthPoint) -> FenceSide {
        FenceSide(
            meters: self.point.distance(to: point),
            accuracyMeters: fix.accuracyOrAssumed,
            radiusMeters: record.radiusMeters
        )
    }

    /// Whether the phone is outside the circle wherever it is within the fix's accuracy.
    func isSurelyOutside(_ fix: Fix, _ point: EarthPoint) -> Bool {
        self.point.distance(to: point) - fix.accuracyOrAssumed > record.radiusMeters
    }
}
