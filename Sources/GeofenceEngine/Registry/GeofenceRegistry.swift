public import VisitModel

/// The slots in which a phone's system watches geofences, and what our persistence layer remembers of them.
///
/// The system's limit can't be passed: whoever asks for more is refused as on the platform. What is registered changes
/// by differences, so that a fence that stays keeps its state in the system.
public struct GeofenceRegistry: Hashable, Sendable {
    /// The phone's operating system.
    public let platform: Platform
    /// The most fences that can be registered at a time.
    public let limit: Int
    /// What the system watches, by key.
    public private(set) var registered: [FenceKey]
    /// What was registered last by us: what is registered again after the system lost it.
    public private(set) var saved: [FenceKey]

    /// Begins with nothing registered.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - ignoresLimit: whether more than the platform's limit can be registered, for comparison with other programs.
    public init(platform: Platform, ignoresLimit: Bool = false) {
        self.platform = platform
        self.limit = ignoresLimit ? .max : platform.geofenceLimit
        self.registered = []
        self.saved = []
    }

    /// Goes on from stored parts.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - ignoresLimit: whether the platform's limit is ignored.
    ///   - registered: what the system watches; what is over the limit is left out, by key.
    ///   - saved: what was registered last by us.
    public init(platform: Platform, ignoresLimit: Bool, registered: [FenceKey], saved: [FenceKey]) {
        self.init(platform: platform, ignoresLimit: ignoresLimit)
        self.registered = Array(registered.sorted().prefix(limit))
        self.saved = Array(saved.sorted().prefix(limit))
    }

    /// What changed in the slots, in this order.
    public struct Change: Hashable, Sendable {
        /// What was removed.
        public var unregistered: [FenceKey] = []
        /// What was added.
        public var registered: [FenceKey] = []
        /// What the system refused, and why.
        public var refusal: Refusal?

        /// Whether nothing changed.
        public var isEmpty: Bool { unregistered.isEmpty && registered.isEmpty && refusal == nil }
    }

    /// The system's answer to a registration over the limit.
    public struct Refusal: Hashable, Sendable {
        /// The platform's own number: 5 on iOS (`kCLErrorRegionMonitoringFailure`), 1001 on Android
        /// (`GEOFENCE_TOO_MANY_GEOFENCES`).
        public let code: Int
        /// The platform's name for it, in snake case.
        public let name: String
        /// What was not registered.
        public let refused: [FenceKey]
    }

    /// Makes the slots hold a set of fences: removes first, then adds what is missing, and never touches what stays.
    ///
    /// - Parameter wanted: each once.
    /// - Returns: what changed. Over the limit iOS refuses each fence that finds no slot, Android the whole addition.
    public mutating func apply(_ wanted: [FenceKey]) -> Change {
        let wanted = wanted.sorted()
        guard wanted != registered else { return Change() }
        var change = Change()
        let keep = Set(wanted)
        let held = Set(registered)
        change.unregistered = registered.filter { !keep.contains($0) }
        var added = wanted.filter { !held.contains($0) }
        let free = limit - (registered.count - change.unregistered.count)
        if added.count > free {
            let refused = platform == .android ? added : Array(added.dropFirst(max(0, free)))
            added = platform == .android ? [] : Array(added.prefix(max(0, free)))
            change.refusal = Refusal(
                code: platform == .android ? 1001 : 5,
                name: platform == .android ? "too_many_geofences" : "region_monitoring_failure",
                refused: refused
            )
        }
        change.registered = added
        registered = (registered.filter { keep.contains($0) } + added).sorted()
        saved = registered
        return change
    }

    /// What a restart or an update took away, and what was put back.
    public struct Recovery: Hashable, Sendable {
        /// Whether the system lost all registrations.
        public let wasCleared: Bool
        /// What our persistence layer registered again, at once and without a fix.
        public let restored: [FenceKey]
    }

    /// Restarts the phone.
    ///
    /// Google Play services forget every geofence; iOS keeps its regions.
    ///
    /// - Returns: what was lost and put back.
    public mutating func reboot() -> Recovery {
        recover()
    }

    /// Updates the app.
    ///
    /// On Android registrations are lost with the app's pending intents; iOS keeps its regions.
    ///
    /// - Returns: what was lost and put back.
    public mutating func appUpdate() -> Recovery {
        recover()
    }

    /// Loses what the platform loses and registers the saved set again.
    private mutating func recover() -> Recovery {
        guard platform == .android else { return Recovery(wasCleared: false, restored: []) }
        registered = saved
        return Recovery(wasCleared: true, restored: saved)
    }
}
