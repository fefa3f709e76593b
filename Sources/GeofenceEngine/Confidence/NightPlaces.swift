public import VisitModel

/// The places where a device rests at night, by which a stay at home is distinguished from a visit
/// next door.
///
/// They are derived from the device's fixes in order of time, so that they do not depend on the order in which fixes
/// arrive. They are kept only in the device's state: they are never logged, and are erased with the member.
public struct NightPlaces: Hashable, Sendable {
    /// The places, the one of the last night last.
    public private(set) var places: [NightPlace]
    /// Where the device rests, as far as its last fixes show; `nil` before the first fix.
    public private(set) var rest: Rest?

    /// Fixes near one position, one after the other.
    public struct Rest: Hashable, Sendable {
        /// Their mean position.
        public var position: PositionSum
        /// The time of the first.
        public var since: Timestamp
        /// The time of the last.
        public var lastAt: Timestamp
        /// Whether a single fix elsewhere came after it.
        public var hasStray: Bool

        /// Restores a rest.
        public init(position: PositionSum, since: Timestamp, lastAt: Timestamp, hasStray: Bool) {
            self.position = position
            self.since = since
            self.lastAt = lastAt
            self.hasStray = hasStray
        }
    }

    /// Creates the places of a device without fixes, or restores them.
    public init(places: [NightPlace] = [], rest: Rest? = nil) {
        self.places = places
        self.rest = rest
    }

    /// Adds an accepted fix.
    mutating func observe(_ fix: Fix, accuracyMeters: Double) {
        guard accuracyMeters <= Self.worstAccuracyMeters else { return }
        guard var rest, let mean = rest.position.mean else {
            begin(fix, accuracyMeters: accuracyMeters)
            return
        }
        let gap = rest.lastAt.seconds(to: fix.time)
        guard mean.isWithin(meters: Self.restMeters + accuracyMeters, of: fix.coordinate) else {
            // A device silent at rest is first seen on its way.
            if gap >= Self.longGapSeconds, mean.isWithin(meters: Self.nearMeters, of: fix.coordinate) {
                recordNight(of: rest, until: fix.time)
            }
            if rest.hasStray || gap >= Self.longGapSeconds {
                begin(fix, accuracyMeters: accuracyMeters)
            } else {
                self.rest?.hasStray = true
            }
            return
        }
        rest.position.add(fix.coordinate, accuracyMeters: accuracyMeters, secondsSinceLast: gap)
        (rest.lastAt, rest.hasStray) = (fix.time, false)
        self.rest = rest
        recordNight(of: rest, until: fix.time)
    }

    private mutating func begin(_ fix: Fix, accuracyMeters: Double) {
        var position = PositionSum(origin: fix.coordinate)
        position.add(fix.coordinate, accuracyMeters: accuracyMeters, secondsSinceLast: 60)
        rest = Rest(position: position, since: fix.time, lastAt: fix.time, hasStray: false)
    }

    private mutating func recordNight(of rest: Rest, until end: Timestamp) {
        let longitude = rest.position.origin.longitude
        guard let day = NightPlace.day(from: rest.since, to: end, longitude: longitude),
            places.last.map({ $0.lastDay < day }) ?? true
        else { return }
        if let index = places.firstIndex(where: { $0.isNear(rest.position) }) {
            places[index].add(rest.position, day: day)
            places.append(places.remove(at: index))
        } else {
            places.append(NightPlace(position: rest.position, lastDay: day))
        }
        places.removeAll { $0.count(upTo: day) == 0 }
        if places.count > Self.limit { places.removeFirst(places.count - Self.limit) }
    }

    /// The certainty that a stay at a fence was where the member spends the nights, 0...1.
    ///
    /// By the distance of the mean positions, beside all others in the fence, by the number of nights there, and by their
    /// share of all nights. A stay that covers a night itself is one more; where no other night is known, the member
    /// lives there.
    func share(of stay: PositionSum, at fence: Fence, from start: Timestamp, to end: Timestamp) -> Double {
        let longitude = stay.origin.longitude
        let ownDay = NightPlace.day(from: start, to: end, longitude: longitude)
        let day = ownDay ?? NightPlace.day(of: end, longitude: longitude)
        let isOwnKnown = ownDay.map { day in places.contains { $0.hasNight(on: day) } } ?? false
        let own = ownDay == nil || isOwnKnown ? 0.0 : 1.0
        let total = places.reduce(own) { $0 + Double($1.count(upTo: day)) }
        if ownDay != nil, total <= 1 { return 1 }
        let elsewhere = 1 / (.pi * fence.breadthMeters * fence.breadthMeters)
        let shares = places.map { place in
            let count = Double(place.count(upTo: day)) + own
            guard count >= 2 else { return 0.0 }
            let density = Self.homeOdds * place.density(of: stay)
            return density / (density + elsewhere) * min(1, count / 3) * min(1, count / total / Self.homeShare)
        }
        return shares.max() ?? 0
    }

    /// How much likelier a member is at home than at a facility that it lives beside.
    private static let homeOdds = 4.0
    /// The share of the nights from which a place is one of the member's homes.
    private static let homeShare = 0.3
    /// The most places of a device.
    private static let limit = 8
    /// The farthest distance of a fix of a device at rest from the mean position, in metres, besides its accuracy.
    private static let restMeters = 60.0
    /// The farthest distance at which a device that rested silently is first seen on its way, in metres.
    private static let nearMeters = 500.0
    /// The gap in fixes, in seconds, from which it was silent.
    private static let longGapSeconds = 3600.0
    /// The worst accuracy of a fix that shows where a device rests, in metres.
    private static let worstAccuracyMeters = 100.0
}
