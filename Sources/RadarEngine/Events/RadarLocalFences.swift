internal import TrackingModel
public import VisitModel

/// The server's geofences that the device is in, as far as the phone itself can determine.
///
/// Under `sync` `events` this decides which updates are uploaded. It creates no events: the server does so from the
/// update, and its response overrides the local state. A failed upload reverts the local state, so that the next update
/// is uploaded again.
///
/// Places and beacons are not considered: the responses to updates do not list those near the device.
///
/// Source: Radar SDK for iOS, RadarSyncManager; Radar SDK for Android, RadarSyncManager.
public struct RadarLocalFences: Hashable, Sendable, Codable {
    /// The rules for entries, exits and dwells.
    public let rules: RadarFenceRules
    /// The geofences of the server's last list; empty while they are not needed.
    public private(set) var fences: [RadarNearbyGeofence] = []
    /// The region that the list covers; `nil` without a list.
    public private(set) var region: RadarSyncedRegion?
    /// The geofences that the device is in, from the server's last response and the uploads since.
    var stays: [String: Stay] = [:]
    /// The same before the first upload still without a response.
    private var confirmed: [String: Stay]?

    struct Stay: Hashable, Sendable, Codable {
        /// When the phone detected its start; `nil` where only the server did.
        var enteredAt: Timestamp?
        /// Whether its dwell was uploaded.
        var hasDwelled = false
    }

    /// Creates the state of a phone without geofences.
    public init(rules: RadarFenceRules = RadarFenceRules()) { self.rules = rules }

    /// The ids of the geofences that the device is in.
    public var inside: Set<String> { Set(stays.keys) }

    /// Replaces the server's list, which lies around the uploaded position; `nil` keeps the last list.
    ///
    /// A list is kept only under `sync` `events` with the nearest geofences.
    mutating func replace(
        _ list: [RadarNearbyGeofence]?,
        around place: Coordinate?,
        under options: RadarTrackingOptions
    ) {
        guard options.sync == .events, options.syncGeofences == .nearest else {
            (fences, region) = ([], nil)
            return
        }
        guard let list, let place else { return }
        fences = list
        region = RadarSyncedRegion(around: place, list)
    }

    /// Records that an update is being sent: its observation holds until the response arrives.
    mutating func sent(_ look: RadarObservation) {
        guard look.stays != stays else { return }
        confirmed = confirmed ?? stays
        stays = look.stays
    }

    /// Records that the server accepted an update; `nil` where the response does not say which geofences it sees the
    /// device in.
    mutating func answered(_ inside: Set<String>?) {
        confirmed = nil
        guard let inside else { return }
        stays = stays.filter { inside.contains($0.key) }
        for id in inside where stays[id] == nil { stays[id] = Stay() }
    }

    /// Records that an upload failed, which reverts the state.
    mutating func failed() {
        stays = confirmed ?? stays
        confirmed = nil
    }
}

extension RadarLocalFences {
    /// Determines whether an update has to be uploaded; changes nothing before `sent(_:)`.
    ///
    /// Entries are checked before exits and exits before dwells. Only the first kind found is reported; the others wait
    /// for the next update. `isOnTrip` stands for a trip on which the effective options are not those for trips.
    public func look(at step: RadarMotionStep, isOnTrip: Bool = false) -> RadarObservation {
        let fix = step.location.fix
        let isCovered = region?.covers(fix.coordinate)
        // Evaluated even where the update is uploaded anyway, because the observation contains the stays.
        let event = event(fix, isStopped: step.isStopped)
        if isCovered == nil { return RadarObservation(finding: .noFences, stays: event.stays) }
        if isCovered == false { return RadarObservation(finding: .leftRegion, stays: event.stays) }
        return RadarObservation(finding: isOnTrip ? .onTrip : event.finding, stays: event.stays)
    }

    private func event(_ fix: Fix, isStopped: Bool) -> RadarObservation {
        let accuracy = max(0, fix.horizontalAccuracy ?? 0)
        let entered = entered(fix.coordinate, rules.buffersEntries ? accuracy : 0, isStopped)
        var stays = stays
        if !entered.isEmpty {
            for id in entered { stays[id] = Stay(enteredAt: fix.time) }
            return RadarObservation(finding: .entered(entered), stays: stays)
        }
        let exited = exited(fix.coordinate, rules.buffersExits ? accuracy : 0)
        if !exited.isEmpty {
            for id in exited { stays[id] = nil }
            return RadarObservation(finding: .exited(exited), stays: stays)
        }
        let dwelled = dwelled(fix, rules.buffersEntries ? accuracy : 0)
        for id in dwelled { stays[id]?.hasDwelled = true }
        return RadarObservation(finding: dwelled.isEmpty ? nil : .dwelled(dwelled), stays: stays)
    }

    private func entered(_ place: Coordinate, _ marginMeters: Double, _ isStopped: Bool) -> [String] {
        fences.filter { fence in
            stays[fence.id] == nil && (isStopped || !(fence.needsStop ?? rules.needsStop))
                && fence.contains(place, marginMeters: marginMeters)
        }.map(\.id)
    }

    /// The geofences that the device has left; one missing from the list counts as left, and the server decides.
    private func exited(_ place: Coordinate, _ marginMeters: Double) -> [String] {
        guard !stays.isEmpty else { return [] }
        let held = fences.filter { stays[$0.id] != nil && $0.contains(place, marginMeters: marginMeters) }
        return stays.keys.filter { id in !held.contains { $0.id == id } }.sorted()
    }

    private func dwelled(_ fix: Fix, _ marginMeters: Double) -> [String] {
        guard !stays.isEmpty else { return [] }
        return fences.filter { fence in
            guard let stay = stays[fence.id], !stay.hasDwelled, let enteredAt = stay.enteredAt else { return false }
            let minutes = fence.dwellMinutes ?? rules.dwellMinutes
            return minutes > 0 && enteredAt.seconds(to: fix.time) >= minutes * 60
                && fence.contains(fix.coordinate, marginMeters: marginMeters)
        }.map(\.id)
    }
}

/// The reason why an update is uploaded under `sync` `events`, in the order in which the phone checks.
public enum RadarFinding: Hashable, Sendable {
    /// The phone has no list of geofences.
    case noFences
    /// The device is outside, or near the edge of, the region that the list covers.
    case leftRegion
    /// The device is on a trip, and the effective options are not those for trips.
    case onTrip
    /// The device entered geofences; their ids in the order of the list.
    case entered([String])
    /// The device left geofences; their ids in alphabetical order.
    case exited([String])
    /// The device reached the dwell threshold in geofences; their ids in the order of the list.
    case dwelled([String])
}

/// The phone's observation of an update, and its stays if the update is sent.
public struct RadarObservation: Hashable, Sendable {
    /// The reason to upload; `nil` where nothing has happened.
    public let finding: RadarFinding?
    /// The stays after the update.
    let stays: [String: RadarLocalFences.Stay]
}

/// The region that the server's list of nearby geofences covers: outside it there may be others.
///
/// The list contains the nearest geofences, so one that is missing from it is no nearer than the farthest one in it.
/// The vendor's server sends a separate region with the list. This one is derived from the list and limited to 100 m to
/// 5 km, like the region that triggers a new selection of a phone's fences.
public struct RadarSyncedRegion: Hashable, Sendable, Codable {
    /// The smallest and the largest radius, in metres.
    static let radiiMeters = 100.0...5000.0
    /// The outer share of the radius in which a new list is requested (Radar SDK for iOS, RadarSyncManager,
    /// `boundaryThresholdFraction`).
    static let edgeFraction = 0.2

    /// The position of the device for which the list was made.
    public let center: Coordinate
    /// The radius in metres.
    public let radiusMeters: Double

    /// Creates the region of a list.
    public init(around center: Coordinate, _ fences: [RadarNearbyGeofence]) {
        let farthest = fences.reduce(0) { max($0, center.distance(to: $1.center) - $1.radiusMeters) }
        self.center = center
        self.radiusMeters = min(max(farthest, Self.radiiMeters.lowerBound), Self.radiiMeters.upperBound)
    }

    /// Whether the list covers a point with a margin: false outside, and in the outer fifth of the radius.
    public func covers(_ point: Coordinate) -> Bool {
        point.distance(to: center) < radiusMeters * (1 - Self.edgeFraction)
    }
}

/// The project-wide rules by which the phone detects entries, exits and dwells in the server's geofences.
///
/// The defaults are the vendor's (Radar SDK for iOS, RadarSyncManager, RadarSdkConfiguration; the same on Android).
public struct RadarFenceRules: Hashable, Sendable, Codable {
    /// Whether a fix counts as inside, for an entry, as soon as its accuracy circle touches the geofence
    /// (`bufferGeofenceEntries`); default true.
    public var buffersEntries: Bool
    /// Whether a fix counts as outside, for an exit, only when its whole accuracy circle is outside
    /// (`bufferGeofenceExits`); default true.
    public var buffersExits: Bool
    /// Whether a device must have stopped to enter a geofence without its own setting (`stopDetection`); default false.
    public var needsStop: Bool
    /// The minutes after which a stay counts as a dwell, in a geofence without its own setting
    /// (`defaultGeofenceDwellThreshold`); default 0, never.
    public var dwellMinutes: Double

    /// Creates rules; the defaults are the vendor's.
    public init(
        buffersEntries: Bool = true,
        buffersExits: Bool = true,
        needsStop: Bool = false,
        dwellMinutes: Double = 0
    ) {
        self.buffersEntries = buffersEntries
        self.buffersExits = buffersExits
        self.needsStop = needsStop
        self.dwellMinutes = dwellMinutes
    }
}
