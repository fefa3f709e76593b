public import VisitModel

/// The fixes of a device that come from a second clock, hours behind the one of its other fixes.
///
/// Some phones date the fixes of one source (Wi-Fi) wrongly and those of another one (GPS) rightly. Such a fix looks
/// like a late one. But it comes between fixes that are fresh, again and again, and always by the same time behind
/// them. A phone that sends what it had kept comes nearer to the present with each fix.
///
/// The evidence is the order of arrival: a fix was taken after the newest one that arrived before it, and before the
/// next newer one. Each fix that is behind bounds the difference of the clocks in this way; fixes of a second clock have
/// bounds in common. Those of a phone that sends what it kept as slowly as it took it have them too. They lie in the
/// gap that its other fixes have left, and come in addition to these: a fix of a second clock comes in place of one.
/// Where every second fix is behind, and falls into such a gap, both look the same: then the fixes are undecided. So
/// are those of a delivery that comes late: an app may send what it kept from two queues, one older than the other.
///
/// Repeats must not be among the fixes: what is sent a second time is behind by any time. Fixes without a receive time
/// are none either: nothing shows which of the two clocks is right.
public struct ClockAlternation: Hashable, Sendable {
    /// The least difference of the clocks, in milliseconds: 30 minutes.
    static let leastLag: Int64 = 1_800_000
    /// The greatest difference of the clocks, in milliseconds: 26 hours, the span between the farthest time zones.
    static let greatestLag: Int64 = 93_600_000
    /// The time that a fix may take to be sent, in milliseconds.
    static let slack: Int64 = 30_000
    /// The least precision with which one group shows the difference, in milliseconds: 4 minutes.
    ///
    /// Late fixes in any order fit one another by chance where each of them shows it less precisely.
    static let leastPrecision: Int64 = 240_000
    /// The number of times that fixes behind the others must come between them, which were received at once.
    static let leastGroups = 5
    /// The further number of times where the fixes may have been kept while the device could not send.
    static let keptGroups = 2
    /// The least precision with which a group of undecided fixes shows the difference, in milliseconds: 15 minutes.
    ///
    /// Less than for a known difference, because nothing is lost where the fixes fit one another by chance.
    static let leastUndecidedPrecision: Int64 = 900_000
    /// The number of gaps that are known.
    static let gapLimit = 16
    /// The number of intervals that are known.
    static let intervalLimit = 5
    /// The lifetime of a known difference of which there are no more fixes, in milliseconds: 24 hours.
    static let lifetime: Int64 = 86_400_000
    /// The time after the newest fix in which a fix of the second clock is recognized, in milliseconds: 15 minutes.
    static let longestWait: Int64 = 900_000
    /// The longest span of the fixes of a group, in milliseconds: 2 hours.
    static let longestGroup: Int64 = 7_200_000
    /// The number of fixes kept before the difference is known.
    static let fixLimit = 200

    /// The time and place of a fix.
    public struct FixKey: Hashable, Sendable {
        /// The time of the fix.
        public let time: Timestamp
        /// The position.
        public let coordinate: Coordinate

        /// Creates a key.
        public init(time: Timestamp, coordinate: Coordinate) {
            self.time = time
            self.coordinate = coordinate
        }
    }

    /// Fixes that are behind, with no newer fix between them.
    public struct Group: Hashable, Sendable {
        /// The time of the oldest.
        public internal(set) var oldest: Timestamp
        /// The time of the newest.
        public internal(set) var newest: Timestamp
        /// When the last of them was received.
        public internal(set) var receivedAt: Timestamp
        /// The fixes.
        public internal(set) var fixes: [FixKey]

        /// Creates a group.
        public init(oldest: Timestamp, newest: Timestamp, receivedAt: Timestamp, fixes: [FixKey]) {
            self.oldest = oldest
            self.newest = newest
            self.receivedAt = receivedAt
            self.fixes = fixes
        }
    }

    /// A span without fixes.
    public struct Gap: Hashable, Sendable {
        /// The time of the last fix before it; `nil` where the device has sent none before `end`.
        public let start: Timestamp?
        /// The time of the first fix after it.
        public let end: Timestamp

        /// Creates a gap.
        public init(start: Timestamp?, end: Timestamp) {
            self.start = start
            self.end = end
        }
    }

    /// The newer fixes of one delivery.
    public struct Advance: Hashable, Sendable {
        /// The time of the newest fix before them; `nil` where there was none.
        public let start: Timestamp?
        /// The number of these fixes.
        public let count: Int

        /// Creates an advance.
        public init(from start: Timestamp?, count: Int) {
            self.start = start
            self.count = count
        }
    }

    /// Consecutive groups that may be of one second clock.
    public struct Run: Hashable, Sendable {
        /// The difference of the clocks, in milliseconds.
        public internal(set) var lag: ClosedRange<Int64>
        /// The number of groups.
        public internal(set) var groups: Int
        /// Whether the fix after each group was received within a quarter of an hour.
        public internal(set) var isFresh: Bool
        /// Whether the fixes of one of the groups may have been kept while the device could not send.
        public internal(set) var mayBeKept: Bool
        /// The time of the newest fix of the groups.
        public internal(set) var newest: Timestamp
        /// The fixes of the groups.
        public internal(set) var fixes: [FixKey]

        /// Creates a run.
        public init(
            lag: ClosedRange<Int64>,
            groups: Int,
            isFresh: Bool,
            mayBeKept: Bool,
            newest: Timestamp,
            fixes: [FixKey]
        ) {
            self.lag = lag
            self.groups = groups
            self.isFresh = isFresh
            self.mayBeKept = mayBeKept
            self.newest = newest
            self.fixes = fixes
        }
    }

    /// What a delivery shows.
    public struct Finding: Hashable, Sendable {
        /// The fixes of a second clock, those of earlier deliveries included.
        public internal(set) var secondClock: [FixKey] = []
        /// The fixes that are either of a second clock or were kept, those of earlier deliveries included.
        public internal(set) var undecided: [FixKey] = []

        /// Creates a finding of nothing.
        public init() {}
    }

    /// A difference of the clocks.
    public struct Lag: Hashable, Sendable {
        /// The difference, in milliseconds.
        public let milliseconds: ClosedRange<Int64>
        /// The time of the newest fix at the last fix that was behind by it.
        public internal(set) var provenAt: Timestamp

        /// Creates a difference.
        public init(milliseconds: ClosedRange<Int64>, provenAt: Timestamp) {
            self.milliseconds = milliseconds
            self.provenAt = provenAt
        }
    }

    /// The time of the newest fix; `nil` before the first.
    public internal(set) var front: Timestamp?
    /// The newest receive time; `nil` before the first.
    public internal(set) var receivedAt: Timestamp?
    /// The latest delivery with newer fixes; `nil` before the first.
    public internal(set) var latest: Advance?
    /// The fixes behind the newest one since that came; `nil` where there are none.
    public internal(set) var group: Group?
    /// The gaps in the fixes of half an hour or more, from which kept fixes may arrive now, oldest first.
    public internal(set) var gaps: [Gap]
    /// The latest intervals between two fixes with none of a second clock in between, in milliseconds, oldest first.
    public internal(set) var intervals: [Int64]
    /// The groups before.
    public internal(set) var run: Run?
    /// The known difference; `nil` for a device with one clock.
    public internal(set) var known: Lag?
    /// The groups before, with those that were probably kept.
    public internal(set) var undecidedRun: Run?
    /// The difference of a second clock, if the undecided fixes are of one; `nil` where there are none.
    public internal(set) var undecided: Lag?

    /// Creates the state of a new device, or restores one.
    public init(
        front: Timestamp? = nil,
        receivedAt: Timestamp? = nil,
        latest: Advance? = nil,
        group: Group? = nil,
        gaps: [Gap] = [],
        intervals: [Int64] = [],
        run: Run? = nil,
        known: Lag? = nil,
        undecidedRun: Run? = nil,
        undecided: Lag? = nil
    ) {
        self.front = front
        self.receivedAt = receivedAt
        self.latest = latest
        self.group = group
        self.gaps = gaps
        self.intervals = intervals
        self.run = run
        self.known = known
        self.undecidedRun = undecidedRun
        self.undecided = undecided
    }

    /// Whether the device has a second clock, or fixes that may be of one.
    public var seemsPresent: Bool { known != nil || undecided != nil }
}
