public import VisitModel

/// What a device's stay inside one fence looks like so far.
///
/// A fence without a track is outside or was never near; only the few fences that something is going on at have one.
public struct FenceTrack: Hashable, Sendable {
    /// Which fence.
    public let key: FenceKey
    /// Whether the entry has been told.
    public var isConfirmed: Bool
    /// When the member came: the first fix inside or, after a silence, the estimate of the crossing.
    public let enteredAt: Timestamp
    /// Where the last usable fix before the entry lay, where there was one.
    public let approach: Coordinate?
    /// What proves the stay.
    public var proof: Proof
    /// The first fix after the last proof that did not lie clearly inside.
    public var doubt: Doubt?
    /// The first of the fixes clearly beyond the edge that have come since.
    public var departure: Departure?
    /// The time of the last fix that could have moved this fence.
    public var heardAt: Timestamp

    /// The fixes inside, summed up.
    public struct Proof: Hashable, Sendable {
        /// The time of the first fix inside.
        public var firstAt: Timestamp
        /// The time of the last fix inside.
        public var lastAt: Timestamp
        /// How many there were.
        public var count: Int
        /// How many seconds between them were short enough to be proven themselves.
        public var continuousSeconds: Double
        /// How far inside the edge the deepest lay, in metres.
        public var depthMeters: Double
        /// Whether the phone said inside that it had stopped moving and has not said since that it moved.
        public var isStationary: Bool
        /// Whether the phone ever said inside that it had stopped moving.
        public var wasStationary: Bool
        /// Whether one was made by a program.
        public var hasMock: Bool

        /// Makes a sum.
        ///
        /// - Parameters:
        ///   - firstAt: the time of the first fix inside.
        ///   - lastAt: the time of the last.
        ///   - count: how many there were.
        ///   - continuousSeconds: seconds between them that are proven.
        ///   - depthMeters: metres inside the edge of the deepest.
        ///   - isStationary: whether the phone last said that it was at rest.
        ///   - wasStationary: whether it ever said so.
        ///   - hasMock: whether one was made by a program.
        public init(
            firstAt: Timestamp,
            lastAt: Timestamp,
            count: Int,
            continuousSeconds: Double,
            depthMeters: Double,
            isStationary: Bool,
            wasStationary: Bool,
            hasMock: Bool
        ) {
            self.firstAt = firstAt
            self.lastAt = lastAt
            self.count = count
            self.continuousSeconds = continuousSeconds
            self.depthMeters = depthMeters
            self.isStationary = isStationary
            self.wasStationary = wasStationary
            self.hasMock = hasMock
        }
    }

    /// A fix that did not lie clearly inside.
    public struct Doubt: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// How far beyond the edge, in metres; negative inside.
        public let edgeMeters: Double
        /// Where.
        public let coordinate: Coordinate

        /// Makes a doubt.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - edgeMeters: metres beyond the edge, negative inside.
        ///   - coordinate: where.
        public init(time: Timestamp, edgeMeters: Double, coordinate: Coordinate) {
            self.time = time
            self.edgeMeters = edgeMeters
            self.coordinate = coordinate
        }
    }

    /// Fixes clearly beyond the edge, not yet enough of them for an exit.
    public struct Departure: Hashable, Sendable {
        /// When the first of them was taken.
        public let since: Timestamp
        /// How far beyond the edge the farthest lay, in metres, less its accuracy.
        public var farthestMeters: Double

        /// Makes a departure.
        ///
        /// - Parameters:
        ///   - since: when the first fix was taken.
        ///   - farthestMeters: metres beyond the edge of the farthest, less its accuracy.
        public init(since: Timestamp, farthestMeters: Double) {
            self.since = since
            self.farthestMeters = farthestMeters
        }
    }

    /// Makes a track, fresh or from stored parts.
    ///
    /// - Parameters:
    ///   - key: which fence.
    ///   - isConfirmed: whether the entry has been told.
    ///   - enteredAt: when the member came.
    ///   - approach: the last usable fix before.
    ///   - proof: what proves the stay.
    ///   - doubt: the first fix since that lay not clearly inside.
    ///   - departure: the first since clearly beyond the edge.
    ///   - heardAt: the time of the last fix that could have moved the fence.
    public init(
        key: FenceKey,
        isConfirmed: Bool,
        enteredAt: Timestamp,
        approach: Coordinate?,
        proof: Proof,
        doubt: Doubt? = nil,
        departure: Departure? = nil,
        heardAt: Timestamp
    ) {
        self.key = key
        self.isConfirmed = isConfirmed
        self.enteredAt = enteredAt
        self.approach = approach
        self.proof = proof
        self.doubt = doubt
        self.departure = departure
        self.heardAt = heardAt
    }
}

extension FenceTrack.Proof {
    /// Begins with the first fix inside.
    init(_ fix: Fix, depthMeters: Double) {
        self.init(
            firstAt: fix.time,
            lastAt: fix.time,
            count: 1,
            continuousSeconds: 0,
            depthMeters: depthMeters,
            isStationary: fix.reportsRest,
            wasStationary: fix.reportsRest,
            hasMock: fix.flags.contains(.mock)
        )
    }

    /// Adds a fix inside.
    mutating func add(_ fix: Fix, depthMeters depth: Double, continuousGapSeconds: Double) {
        let gap = lastAt.seconds(to: fix.time)
        if gap <= continuousGapSeconds || isStationary {
            continuousSeconds += gap
        }
        lastAt = fix.time
        count += 1
        depthMeters = max(depthMeters, depth)
        if fix.reportsRest {
            (isStationary, wasStationary) = (true, true)
        } else if fix.reportsMotion {
            isStationary = false
        }
        hasMock = hasMock || fix.flags.contains(.mock)
    }
}

extension Fix {
    /// Whether the phone said with this fix that it is at rest.
    var reportsRest: Bool { flags.contains(.stationary) || (activity == .still && !flags.contains(.moving)) }

    /// Whether the phone said with this fix that it moves.
    var reportsMotion: Bool { flags.contains(.moving) || (activity.map { $0 != .still } ?? false) }
}
