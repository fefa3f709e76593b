public import VisitModel

/// Decides for one device which fences it is inside of.
///
/// A value: the same fixes in the same order give the same transitions. Time comes from the fixes. The rules are those
/// of `EvaluationPolicy.Evaluation`; a fix that could be anywhere changes nothing, an entry needs time inside, an exit
/// needs a second fix clearly beyond the edge, and what happened in a silence is dated by the way to the edge.
public struct GeofenceEvaluator: Hashable, Sendable {
    /// The fences that something is going on at, by key.
    public internal(set) var tracks: [FenceTrack]
    /// The last fix good enough to tell where the device was.
    public internal(set) var lastUsable: Sighting?
    /// The one before it.
    public internal(set) var earlierUsable: Sighting?

    /// Where and when the device was.
    public struct Sighting: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// Where.
        public let coordinate: Coordinate
        /// The 68 % radius of the fix, in metres.
        public let accuracyMeters: Double
        /// Whether the device moved or rested, as far as the fix itself says.
        public let motion: StayBoundary.Motion

        /// Makes a sighting.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - coordinate: where.
        ///   - accuracyMeters: the fix's 68 % radius.
        ///   - motion: whether the device moved or rested, as far as the fix itself says.
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

    /// Begins outside of everything, or goes on from stored parts.
    ///
    /// - Parameters:
    ///   - tracks: the fences that something is going on at.
    ///   - lastUsable: the last fix good enough to tell where the device was.
    ///   - earlierUsable: the one before it.
    public init(tracks: [FenceTrack] = [], lastUsable: Sighting? = nil, earlierUsable: Sighting? = nil) {
        self.tracks = tracks.sorted { $0.key < $1.key }
        self.lastUsable = lastUsable
        self.earlierUsable = earlierUsable
    }

    /// Whether something is going on at a fence.
    ///
    /// - Parameter key: the fence.
    /// - Returns: true from the first fix inside until the exit is decided.
    public func isTracking(_ key: FenceKey) -> Bool {
        tracks.contains { $0.key == key }
    }

    /// Takes the next believed fix.
    ///
    /// - Parameters:
    ///   - fix: after every fix taken before.
    ///   - point: its coordinate, converted.
    ///   - watched: the fences registered for the device.
    ///   - catalog: the fences of the fix's day.
    ///   - policy: the thresholds.
    ///   - emit: gets what changed: ends first, then entries, each in the order of keys.
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
        noteUsable(fix, policy)
    }

    /// Takes the next believed fix, with what the phone's system says of fences.
    ///
    /// - Parameters:
    ///   - fix: after every fix taken before.
    ///   - claims: what the system says with it has happened; heard of the fences that are watched.
    ///   - point: its coordinate, converted.
    ///   - watched: the fences registered for the device.
    ///   - catalog: the fences of the fix's day.
    ///   - policy: the thresholds.
    ///   - emit: gets what changed: ends first, then entries, each in the order of keys.
    public mutating func observe(
        _ fix: Fix,
        claims: [FenceClaim],
        at point: EarthPoint,
        watched: WatchedFences,
        catalog: FenceCatalog,
        policy: EvaluationPolicy,
        emit: (FenceTransition) -> Void
    ) {
        let claims = claims.filter { watched.keys.contains($0.key) }
        advanceTracks(fix, claims, at: point, catalog: catalog, policy: policy, emit: emit)
        // A fence may be claimed that the fix does not lie inside of.
        var near = Set(claims.map(\.key))
        watched.forEachNear(point) { near.insert($0) }
        for key in near.sorted() {
            considerEntry(of: key, fix, claims: claims, at: point, catalog: catalog, policy: policy, emit: emit)
        }
        noteUsable(fix, policy)
    }

    /// Notes where the device was, where the fix is good enough to tell.
    @inline(__always)
    private mutating func noteUsable(_ fix: Fix, _ policy: EvaluationPolicy) {
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        if policy.evaluation.isUsable(accuracyMeters: accuracy, breadthMeters: 0) {
            earlierUsable = lastUsable
            lastUsable = Sighting(fix, accuracyMeters: accuracy, policy.evaluation)
        }
    }

    /// Replaces the tracks after a pass over them.
    mutating func replaceTracks(_ kept: [FenceTrack]) {
        tracks = kept
    }
}
