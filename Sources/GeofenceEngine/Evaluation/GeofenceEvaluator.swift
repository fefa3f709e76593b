public import VisitModel

/// Decides which fences one device is inside of.
///
/// A value type: the same fixes in the same order give the same transitions. Time comes from the fixes. The rules are
/// those of `EvaluationPolicy.Evaluation`: a fix that could be anywhere changes nothing, an entry needs time inside,
/// and an exit needs a second fix clearly beyond the edge. A crossing during a gap in fixes is dated by the travel time
/// to the edge.
public struct GeofenceEvaluator: Hashable, Sendable {
    /// The fences with a possible or open stay, by key.
    public internal(set) var tracks: [FenceTrack]
    /// The last fix accurate enough to locate the device.
    public internal(set) var lastUsable: Sighting?
    /// The usable fix before `lastUsable`.
    public internal(set) var earlierUsable: Sighting?

    /// The time and place of a usable fix.
    public struct Sighting: Hashable, Sendable {
        /// The time of the fix.
        public let time: Timestamp
        /// The position.
        public let coordinate: Coordinate
        /// The 68 % radius of the fix, in metres.
        public let accuracyMeters: Double
        /// Whether the device moved or rested, as far as the fix itself reports.
        public let motion: StayBoundary.Motion

        /// Creates a sighting.
        public init(
            time: Timestamp,
            coordinate: Coordinate,
            accuracyMeters: Double,
            motion: StayBoundary.Motion = .unknown
        ) {
            self.time = time
            self.coordinate = coordinate
            self.accuracyMeters = accuracyMeters
            self.motion = motion
        }
    }

    /// Creates an evaluator, outside of all fences or restored from stored parts.
    public init(tracks: [FenceTrack] = [], lastUsable: Sighting? = nil, earlierUsable: Sighting? = nil) {
        self.tracks = tracks.sorted { $0.key < $1.key }
        self.lastUsable = lastUsable
        self.earlierUsable = earlierUsable
    }

    /// Whether a fence has a track.
    ///
    /// - Parameter key: the fence.
    /// - Returns: true from the first fix inside until the exit is decided.
    public func isTracking(_ key: FenceKey) -> Bool {
        tracks.contains { $0.key == key }
    }

    /// Evaluates the next accepted fix.
    ///
    /// - Parameters:
    ///   - fix: a fix later than all before it.
    ///   - point: the fix's coordinate, converted.
    ///   - watched: the fences registered for the device.
    ///   - catalog: the fences of the fix's day.
    ///   - policy: the thresholds.
    ///   - emit: called with each transition: ends first, then entries, each in the order of keys.
    public mutating func observe(
        _ fix: Fix,
        at point: EarthPoint,
        watched: WatchedFences,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        if !tracks.isEmpty {
            advanceTracks(fix, [], at: point, catalog: catalog, policy: policy, emit: emit)
        }
        watched.forEachNear(point) { key in
            guard !isTracking(key) else { return }
            considerEntry(of: key, fix, at: point, catalog: catalog, policy: policy, emit: emit)
        }
        recordUsable(fix, policy)
    }

    /// Evaluates the next accepted fix together with OS transition reports.
    ///
    /// - Parameters:
    ///   - fix: a fix later than all before it.
    ///   - claims: the reports that came with it; those about fences that are not watched are ignored.
    ///   - point: the fix's coordinate, converted.
    ///   - watched: the fences registered for the device.
    ///   - catalog: the fences of the fix's day.
    ///   - policy: the thresholds.
    ///   - emit: called with each transition: ends first, then entries, each in the order of keys.
    public mutating func observe(
        _ fix: Fix,
        claims: [TransitionReport],
        at point: EarthPoint,
        watched: WatchedFences,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let claims = claims.filter { watched.keys.contains($0.key) }
        advanceTracks(fix, claims, at: point, catalog: catalog, policy: policy, emit: emit)
        // A report may name a fence that the fix does not lie inside of.
        var near = Set(claims.map(\.key))
        watched.forEachNear(point) { near.insert($0) }
        for key in near.sorted() {
            considerEntry(of: key, fix, claims: claims, at: point, catalog: catalog, policy: policy, emit: emit)
        }
        recordUsable(fix, policy)
    }

    /// Records the device's position, where the fix is accurate enough.
    @inline(__always)
    private mutating func recordUsable(_ fix: Fix, _ policy: EvaluationPolicy) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        if policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: 0) {
            earlierUsable = lastUsable
            lastUsable = Sighting(fix, accuracyMeters: accuracy, policy.evaluation)
        }
    }

    /// Replaces the tracks after an iteration over them.
    mutating func replaceTracks(_ kept: [FenceTrack]) {
        tracks = kept
    }
}
