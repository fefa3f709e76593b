public import VisitModel

/// What a device's stay inside one fence looks like so far.
///
/// A fence without a track is outside or was never near; only the few fences that something is going on at have one.
///
/// It is copied with every fix: the order of its parts keeps it below 256 bytes.
public struct FenceTrack: Hashable, Sendable {
    /// Which fence.
    public let key: FenceKey
    /// How many seconds after the last fix that could have moved this fence, and lay inside, the phone last said that it is
    /// alive; 0 where it has not.
    public var heartbeatSeconds: Int32
    /// When the member came: the first fix inside or, after a silence, the estimate of the crossing.
    public let enteredAt: Timestamp
    /// Where the last usable fix before the entry lay, where there was one.
    public let approach: Coordinate?
    /// Whether fixes have shown that the member came, and the entry has been told.
    public var isConfirmed: Bool
    /// Whether the entry was told because time passed and nothing contradicted it; no fix has confirmed it yet.
    public var isPresumed: Bool
    /// What proves the stay.
    public var proof: Proof
    /// The first fix after the last proof that did not lie clearly inside.
    public var doubt: Doubt?
    /// The first of the fixes clearly beyond the edge that have come since.
    public var departure: Departure?
    /// The time of the last fix that could have moved this fence.
    public var heardAt: Timestamp
    /// Where that fix lay.
    public var heardFrom: Coordinate
    /// How much likelier outside than inside the fixes since the last proof are together, as a logarithm; 0 or more.
    public var logOddsOutside: Double

    /// The fixes inside, summed up.
    public struct Proof: Hashable, Sendable {
        /// The time of the first fix inside.
        public var firstAt: Timestamp
        /// The time of the last fix inside.
        public var lastAt: Timestamp
        /// How many there were.
        public var count: Int
        /// Whether all are one reading that a phone which was elsewhere before handed out again and again.
        public var isSingleReading: Bool
        /// How much likelier inside than outside all fixes from the first to the last make the device, as a logarithm.
        public var logOddsInside: Double
        /// How many seconds between them the device was elsewhere, by what the fixes at the edge say together.
        public var absentSeconds: Double
        /// How many seconds between them were short enough to be proven themselves.
        public var continuousSeconds: Double
        /// How far inside the edge the deepest lay, in metres.
        public var depthMeters: Double
        /// Whether the phone said inside that it had stopped moving and has not said since that it moved.
        public var isStationary: Bool
        /// Whether the phone ever said inside that it had stopped moving.
        public var wasStationary: Bool
        /// How the device moved, as far as they said.
        public var pace: Pace
        /// Whether one was made by a program.
        public var hasMock: Bool
        /// Whether one came while the phone's clock seemed to be behind.
        public var hasClockBehind: Bool
        /// The fixes before the first one inside.
        public var arrival: StayBoundary
        /// The time of the last fix whose accuracy circle lies inside as a whole.
        public var lastClearAt: Timestamp?
        /// The mean position of the fixes, of those at the edge too, without those on the move.
        public var position: PositionSum

        /// Makes a sum.
        ///
        /// - Parameters:
        ///   - firstAt: the time of the first fix inside.
        ///   - lastAt: the time of the last.
        ///   - count: how many there were.
        ///   - isSingleReading: whether all are one reading of a phone that was elsewhere before.
        ///   - logOddsInside: how much likelier inside than outside they are, as a logarithm.
        ///   - absentSeconds: seconds between them that the device was elsewhere.
        ///   - continuousSeconds: seconds between them that are proven.
        ///   - depthMeters: metres inside the edge of the deepest.
        ///   - isStationary: whether the phone last said that it was at rest.
        ///   - wasStationary: whether it ever said so.
        ///   - pace: how it moved, as far as they said.
        ///   - hasMock: whether one was made by a program.
        ///   - hasClockBehind: whether one came while the phone's clock seemed to be behind.
        ///   - arrival: the fixes before.
        ///   - lastClearAt: the last fix clearly inside.
        ///   - position: the mean position.
        public init(
            firstAt: Timestamp,
            lastAt: Timestamp,
            count: Int,
            isSingleReading: Bool,
            logOddsInside: Double,
            absentSeconds: Double,
            continuousSeconds: Double,
            depthMeters: Double,
            isStationary: Bool,
            wasStationary: Bool,
            pace: Pace,
            hasMock: Bool,
            hasClockBehind: Bool = false,
            arrival: StayBoundary,
            lastClearAt: Timestamp?,
            position: PositionSum
        ) {
            self.firstAt = firstAt
            self.lastAt = lastAt
            self.count = count
            self.isSingleReading = isSingleReading
            self.logOddsInside = logOddsInside
            self.absentSeconds = absentSeconds
            self.continuousSeconds = continuousSeconds
            self.depthMeters = depthMeters
            self.isStationary = isStationary
            self.wasStationary = wasStationary
            self.pace = pace
            self.hasMock = hasMock
            self.hasClockBehind = hasClockBehind
            self.arrival = arrival
            self.lastClearAt = lastClearAt
            self.position = position
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
        /// How fast the device moved, in metres per second; 0 where the phone said that it was at rest, `nil` where it said
        /// nothing.
        public let speed: Double?
        /// Whether the phone's system said that it left, and the fix by itself did not.
        public let isClaimed: Bool
        /// Whether it is too poor to move the fence, and only shows that the device was not there.
        public let isPoor: Bool
        /// Until when heartbeats said that the device was still at its last place, inside; `nil` where none came.
        public let heldUntil: Timestamp?

        /// Makes a doubt.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - edgeMeters: metres beyond the edge, negative inside.
        ///   - coordinate: where.
        ///   - speed: metres per second; 0 where the phone said that it was at rest, `nil` where it said nothing.
        ///   - isClaimed: whether the phone's system said that it left, and the fix by itself did not.
        ///   - isPoor: whether it only shows that the device was not there.
        ///   - heldUntil: until when heartbeats said that the device was inside.
        public init(
            time: Timestamp,
            edgeMeters: Double,
            coordinate: Coordinate,
            speed: Double?,
            isClaimed: Bool = false,
            isPoor: Bool = false,
            heldUntil: Timestamp? = nil
        ) {
            self.time = time
            self.edgeMeters = edgeMeters
            self.coordinate = coordinate
            self.speed = speed
            self.isClaimed = isClaimed
            self.isPoor = isPoor
            self.heldUntil = heldUntil
        }
    }

    /// Fixes clearly beyond the edge, not yet enough of them for an exit.
    public struct Departure: Hashable, Sendable {
        /// When the first of them was taken.
        public let since: Timestamp
        /// How far beyond the edge the farthest lay, in metres, less its accuracy.
        public var farthestMeters: Double
        /// Whether the fixes at the edge before had already shown that the device was no longer there.
        public let wasAbsent: Bool
        /// The one reading that all of them are, where they are one.
        public var reading: RepeatedReading?

        /// Makes a departure.
        ///
        /// - Parameters:
        ///   - since: when the first fix was taken.
        ///   - farthestMeters: metres beyond the edge of the farthest, less its accuracy.
        ///   - wasAbsent: whether the device was no longer there before.
        ///   - reading: the one reading that all of them are.
        public init(since: Timestamp, farthestMeters: Double, wasAbsent: Bool, reading: RepeatedReading?) {
            self.reading = reading
            self.since = since
            self.farthestMeters = farthestMeters
            self.wasAbsent = wasAbsent
        }
    }

    /// Makes a track, fresh or from stored parts.
    ///
    /// - Parameters:
    ///   - key: which fence.
    ///   - isConfirmed: whether fixes have shown the entry.
    ///   - isPresumed: whether it was told because time passed.
    ///   - enteredAt: when the member came.
    ///   - approach: the last usable fix before.
    ///   - proof: what proves the stay.
    ///   - doubt: the first fix since that lay not clearly inside.
    ///   - departure: the first since clearly beyond the edge.
    ///   - heardAt: the time of the last fix that could have moved the fence.
    ///   - heardFrom: where that fix lay.
    ///   - heartbeatSeconds: how many seconds after it a heartbeat came, 0 for none.
    ///   - logOddsOutside: how much likelier outside the fixes since the last proof are, as a logarithm.
    public init(
        key: FenceKey,
        isConfirmed: Bool,
        isPresumed: Bool = false,
        enteredAt: Timestamp,
        approach: Coordinate?,
        proof: Proof,
        doubt: Doubt? = nil,
        departure: Departure? = nil,
        heardAt: Timestamp,
        heardFrom: Coordinate,
        heartbeatSeconds: Int32 = 0,
        logOddsOutside: Double = 0
    ) {
        self.key = key
        self.isConfirmed = isConfirmed
        self.isPresumed = isPresumed
        self.enteredAt = enteredAt
        self.approach = approach
        self.proof = proof
        self.doubt = doubt
        self.departure = departure
        self.heardAt = heardAt
        self.heardFrom = heardFrom
        self.heartbeatSeconds = heartbeatSeconds
        self.logOddsOutside = logOddsOutside
    }
}
