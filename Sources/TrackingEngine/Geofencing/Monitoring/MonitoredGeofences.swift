internal import TrackingModel
public import VisitModel

/// Chooses the geofences that a phone monitors, out of any number, and detects their transitions.
///
/// One value for a phone's SDK: inputs are the app's calls, the configuration, fixes, the phone's transitions and its
/// failures; each returns a step. The value contains the whole state, so that it can be stored after each input and a
/// process can end at any time. The caller keeps one timer, at `needs.timer`, and calls `tick(at:)`; the next fix makes
/// up for a lost timer.
///
/// Where there are more geofences than slots, those are monitored of which the center lies nearest, within the
/// proximity radius plus the accuracy of the last fix; a geofence that the phone is in is kept. Transistor,
/// "Geofencing"; React Native issues 950 and 1054.
public struct MonitoredGeofences: Hashable, Sendable, Codable {
    /// How tracking uses geofences.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Not at all: tracking is off.
        case off
        /// Beside locations (`start`).
        case withLocations
        /// Alone (`startGeofences`).
        case geofencesOnly
    }

    /// The system's reason for not monitoring a requested region.
    public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
        /// Too many regions, with those of other parts of the app (Android's 1001, iOS's error 5).
        case overLimit
        /// Location is off, or the permission is insufficient (Android's 1000 and 1004).
        case unavailable
        /// The region cannot be monitored, for instance because it is too large.
        case unfit
    }

    /// The phone's operating system.
    public let platform: Platform
    /// The limits and constants of the platform.
    public let profile: GeofencingProfile
    /// The rules from the configuration.
    public internal(set) var rules: GeofencingRules
    /// All geofences.
    public internal(set) var stored = StoredGeofences()
    /// How tracking uses the geofences.
    public internal(set) var mode = Mode.off
    /// Whether the phone is in the moving state.
    public internal(set) var isMoving = false
    /// Whether the phone's location services are on.
    public internal(set) var isAvailable = true
    /// The geofences that the phone was requested to monitor and does not, with the reason.
    public internal(set) var unwatched: [String: Refusal] = [:]
    /// The region of which the exit triggers the next choice; `nil` where none is needed.
    public internal(set) var helper: TrackedRegion?

    var watches = FenceWatches()
    var lastFix: Fix?
    /// The latest fix that is accurate enough to choose by.
    var rankingFix: Fix?
    var evaluatedAt: Timestamp?
    /// Whether a fix to choose by has arrived since `evaluatedAt`.
    var hasNewFix = false
    /// Whether the next fix chooses, however recent the last choice is.
    var awaitsFix = false
    /// How many regions the phone accepted when it last refused some.
    var measuredSlots: Int?

    /// Creates the state of a phone without geofences; `profile` defaults to the documented values of the platform.
    public init(platform: Platform, rules: GeofencingRules, profile: GeofencingProfile? = nil) {
        self.platform = platform
        self.rules = rules
        self.profile = profile ?? GeofencingProfile(platform: platform)
    }

    /// The names of the monitored geofences, in byte order.
    public var active: [String] { watches.all.filter(\.value.isActive).keys.sortedByBytes() }

    /// The least of the platform's slots, `maxMonitoredGeofences` and what the phone accepted at its last refusal.
    public var slots: Int { min(profile.slots, rules.maxMonitored, measuredSlots ?? .max) }

    /// Whether only geofences near the phone are monitored.
    public var isBounded: Bool { rules.proximityRadiusMeters != nil || stored.count > slots }
}

extension MonitoredGeofences {
    /// The current needs; read them after each input.
    public var needs: GeofencingNeeds {
        var needs = GeofencingNeeds()
        guard mode != .off else { return needs }
        let isAlone = mode == .geofencesOnly
        needs.timer = timer
        needs.highRate = watches.busy.contains { watches[$0].map { $0.isInCircle && $0.isActive } ?? false }
        needs.fix = awaitsFix || watches.busy.contains { watches[$0]?.hold != nil }
        needs.significantChanges = isAlone && platform == .ios && isBounded
        needs.stream = isAlone && rules.isHighAccuracy && isMoving
        return needs
    }

    private var timer: Timestamp? {
        var earliest: Timestamp?
        func consider(_ time: Timestamp?) {
            if let time, earliest.map({ time < $0 }) ?? true { earliest = time }
        }
        for name in watches.busy {
            guard let watch = watches[name] else { continue }
            consider(watch.hold?.until)
            if let record = stored[name] { consider(dwellDue(record, watch)) }
        }
        if isMoving, hasNewFix, isBounded, let evaluatedAt {
            consider(evaluatedAt.advanced(by: profile.evaluationInterval))
        }
        return earliest
    }
}

extension MonitoredGeofences {
    /// Starts monitoring, or changes the mode; `off` is the same as `stop()`.
    ///
    /// A change of mode keeps every region and every state: nothing is registered again, so no crossing is lost and no
    /// entry emitted twice. (The vendor's SDK registers all regions again: React Native issue 2557.)
    public mutating func start(_ mode: Mode, fix: Fix? = nil, at now: Timestamp) -> GeofencingStep {
        guard mode != .off else { return stop() }
        var step = GeofencingStep()
        if self.mode == .off {
            isMoving = false
            measuredSlots = nil
            unwatched = [:]
        }
        self.mode = mode
        if let fix { observe(fix, &step) }
        evaluate(at: now, &step)
        return step
    }

    /// Stops monitoring and removes every region; the geofences stay stored with their states.
    public mutating func stop() -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        choose([], &step)
        updateHelper(round: nil, &step)
        mode = .off
        isMoving = false
        awaitsFix = false
        return step
    }

    /// Applies changed rules; another proximity radius or maximum chooses the monitored geofences again at once.
    public mutating func set(_ rules: GeofencingRules, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        let before = self.rules
        self.rules = rules
        let isSame =
            rules.proximityRadiusMeters == before.proximityRadiusMeters && rules.maxMonitored == before.maxMonitored
        if !isSame { evaluate(at: now, &step) }
        return step
    }

    /// Processes a change between moving and stationary, both of which choose the monitored geofences again.
    public mutating func changeMotion(isMoving: Bool, fix: Fix? = nil, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        self.isMoving = isMoving
        if let fix { observe(fix, &step) }
        evaluate(at: now, &step)
        return step
    }
}

extension MonitoredGeofences {
    /// Adds geofences; a stored one of the same name is replaced and starts over.
    ///
    /// Of equal names in `records` the last counts. One call is far quicker than many.
    public mutating func add(_ records: [TrackedGeofence], at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        var latest: [String: TrackedGeofence] = [:]
        for record in records { latest[record.identifier] = record.startingOver }
        if profile.keepsStateOfUnchanged { latest = latest.filter { stored[$0.key]?.startingOver != $0.value } }
        guard !latest.isEmpty else { return step }
        let names = latest.keys.sortedByBytes()
        let replaced = names.filter { watches[$0] != nil }
        let before = replaced.compactMap { name in watches[name].map { (name, $0) } }
        for (name, watch) in before {
            // Android keeps a region's state when the same name is added again; only a removal clears it. iOS replaces
            // it, and refuses a region that was removed a moment ago.
            if watch.isRegistered, platform == .android {
                step.removed.append(TrackedRegion.id(of: name, on: platform))
            }
            watches[name] = nil
        }
        for name in names { unwatched[name] = nil }
        stored.insert(names.compactMap { latest[$0] })
        evaluate(at: now, &step)
        for (name, watch) in before where watches[name]?.isActive != true {
            if watch.isRegistered, platform == .ios { step.removed.append(TrackedRegion.id(of: name, on: platform)) }
            if watch.isActive { step.record(on: [], off: [name]) }
        }
        return step
    }

    /// Removes the named geofences, or all of them for `nil`; unknown names are ignored.
    ///
    /// A geofence that the phone is in emits no exit. Where no geofence is left, the step's change has both lists
    /// empty.
    public mutating func remove(_ identifiers: [String]? = nil, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        let names = Set(identifiers ?? stored.names).filter { stored[$0] != nil }.sortedByBytes()
        guard !names.isEmpty else { return step }
        var off: [String] = []
        for name in names {
            guard let watch = watches.removeValue(forKey: name) else { continue }
            if watch.isRegistered { step.removed.append(TrackedRegion.id(of: name, on: platform)) }
            if watch.isActive { off.append(name) }
        }
        for name in names { unwatched[name] = nil }
        stored.remove(names)
        measuredSlots = nil
        step.record(on: [], off: off)
        evaluate(at: now, &step)
        if stored.count == 0, mode != .off { step.change = GeofencesChange() }
        return step
    }
}
