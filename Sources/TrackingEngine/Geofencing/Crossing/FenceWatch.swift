import TrackingModel
import VisitModel

/// What is kept of one geofence beside its record, while it is watched or the phone is in it.
struct FenceWatch: Hashable, Sendable, Codable {
    /// Where the phone is, as far as the fence knows.
    enum Phase: String, Hashable, Sendable, Codable {
        /// Outside, or not known.
        case outside
        /// Inside since it began to be watched; its entry is not told, and neither is the exit.
        case unannounced
        /// Inside; its entry counts.
        case inside
    }

    /// An exit that is not believed yet.
    struct PendingExit: Hashable, Sendable, Codable {
        /// When the system told of it.
        let toldAt: Timestamp
        /// The fix that came with it, which lies within the fence.
        let fix: Fix
        /// When it is believed without a fix.
        let until: Timestamp
    }

    /// Whether it is one of those that are watched.
    var isActive = false
    /// Whether the phone has its region.
    var isRegistered = false
    var phase = Phase.outside
    /// Whether the phone is in the circle round the polygon, so that fixes are tested.
    var isInCircle = false
    /// Whether the phone may have been in the polygon when it began to be watched.
    var mayHaveBeenInside = true
    var hold: PendingExit?
    var enteredAt: Timestamp?
    var isDwellTold = false
    /// When the system last told anything of it.
    var toldAt: Timestamp?
    /// Until when the way between fixes has told what happened.
    var pathUntil: Timestamp?
    /// The first of the fixes that lie surely outside, while the phone counts as inside.
    var outsideSince: Timestamp?
    /// Whether the phone was off, or the region gone, since it was entered: what is kept is to be confirmed.
    var isRestored = false

    /// Whether the phone is, or may be, on the inner side: the fence is not given up for a nearer one.
    var isHeld: Bool { phase != .outside || isInCircle }

    /// Whether there is nothing to keep.
    var isIdle: Bool { !isActive && !isRegistered && !isHeld }
}

/// What a fix says of a circle.
enum FenceSide: Hashable, Sendable {
    case inside
    case outside
    /// It could be on either side: its accuracy is worse than the circle is wide, and reaches into it.
    case unsure

    /// Decides.
    ///
    /// - Parameters:
    ///   - meters: from the circle's middle to the fix.
    ///   - accuracyMeters: of the fix.
    ///   - radiusMeters: of the circle.
    init(meters: Double, accuracyMeters: Double, radiusMeters: Double) {
        if accuracyMeters > radiusMeters, meters - accuracyMeters <= radiusMeters {
            self = .unsure
        } else {
            self = meters <= radiusMeters ? .inside : .outside
        }
    }
}

extension StoredGeofences.Entry {
    /// What a fix says of the circle.
    func side(of fix: Fix, _ point: EarthPoint) -> FenceSide {
        FenceSide(
            meters: self.point.distance(to: point),
            accuracyMeters: fix.accuracyOrAssumed,
            radiusMeters: record.radiusMeters
        )
    }

    /// Whether the phone is outside the circle wherever in the fix's accuracy it is.
    func isSurelyOutside(_ fix: Fix, _ point: EarthPoint) -> Bool {
        self.point.distance(to: point) - fix.accuracyOrAssumed > record.radiusMeters
    }
}

extension Fix {
    /// The accuracy in metres; what says nothing is taken for 30 m, as everywhere in Footfall.
    var accuracyOrAssumed: Double { horizontalAccuracy ?? 30 }
}
