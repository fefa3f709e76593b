public import PhoneOS
public import VisitModel

/// The visit service: reports where a member stays, without the way there.
///
/// A rest is a run of fixes near its first one. After `VisitProfile.restSeconds` it is a visit and the arrival is
/// reported, by a timer if a phone at rest produces no fixes. The visit is over when fixes have been away for
/// `VisitProfile.leaveSeconds`, and its departure is then the first of those. A single distant fix with nothing after
/// it ends no visit. Apple's rule is not published.
///
/// A value that only detects visits. Whether the app may receive them is `IOSConditions.allowsCoarseServices`: do not
/// pass fixes while it is false. Like regions, the service starts an app that was ended.
public struct VisitDetector: Hashable, Sendable {
    /// The rule for when a rest is a visit.
    public let profile: VisitProfile

    /// The rest that may become a visit; during a visit, the one that fixes elsewhere would begin.
    private var rest: Rest?
    /// The current visit, of which the arrival was reported.
    private var visit: Rest?
    /// The time since which fixes have been away from the visit.
    private var awaySince: Timestamp?
    /// The time at which the last departure was decided; the next arrival is not decided before.
    private var departedAt: Timestamp?
    private var fixesUntil: Timestamp?

    /// Creates a service without fixes so far.
    public init(profile: VisitProfile = VisitProfile()) { self.profile = profile }

    /// Processes a fix of the system's positioning.
    ///
    /// A fix with a negative or NaN accuracy, or not newer than the last, is ignored. The messages are in order: none,
    /// an arrival, a departure, or a departure and the next arrival.
    public mutating func process(_ fix: SystemFix) -> [IOSVisit] {
        guard fix.accuracyMeters >= 0, fixesUntil.map({ $0 < fix.time }) ?? true else { return [] }
        fixesUntil = fix.time
        var reported = wake(at: fix.time)
        let point = EarthPoint(fix.coordinate)
        if visit?.isNear(point, meters: profile.radiusMeters) == true {
            visit?.improve(by: fix)
            awaySince = nil
            rest = nil
            return reported
        }
        extendRest(by: fix, at: point)
        if let departure = departure(at: fix.time) { reported.append(departure) }
        return reported + wake(at: fix.time)
    }

    /// The time at which a rest becomes a visit without a further fix; `nil` if none can.
    public var nextWake: Timestamp? {
        guard visit == nil, let rest else { return nil }
        let end = rest.start.advanced(bySeconds: profile.restSeconds)
        return departedAt.map { max($0, end) } ?? end
    }

    /// Advances the clock: a rest that has lasted long enough becomes a visit, decided at `nextWake`.
    public mutating func wake(at time: Timestamp) -> [IOSVisit] {
        guard let decidedAt = nextWake, decidedAt <= time, let rest else { return [] }
        visit = rest
        self.rest = nil
        return [rest.message(departure: nil, decidedAt: decidedAt)]
    }

    /// Discards the pending rest and keeps the reported visit, as a reboot does.
    public mutating func forgetRest() {
        rest = nil
        awaySince = nil
    }

    /// Adds a fix to the rest, or starts a new one if it is too far away.
    private mutating func extendRest(by fix: SystemFix, at point: EarthPoint) {
        guard rest?.isNear(point, meters: profile.radiusMeters) == true else {
            rest = Rest(fix, at: point)
            return
        }
        rest?.improve(by: fix)
    }

    /// Ends the visit if fixes have been away for long enough.
    private mutating func departure(at time: Timestamp) -> IOSVisit? {
        guard let ending = visit else { return nil }
        let since = awaySince ?? time
        awaySince = since
        guard since.seconds(to: time) >= profile.leaveSeconds else { return nil }
        visit = nil
        awaySince = nil
        departedAt = time
        return ending.message(departure: since, decidedAt: time)
    }
}

/// A run of fixes near the first of them.
private struct Rest: Hashable, Sendable {
    /// The time of its first fix.
    let start: Timestamp
    /// The position of its first fix.
    private let anchor: EarthPoint
    /// The most accurate fix.
    private var best: SystemFix

    init(_ fix: SystemFix, at point: EarthPoint) {
        start = fix.time
        anchor = point
        best = fix
    }

    func isNear(_ point: EarthPoint, meters: Double) -> Bool { anchor.distance(to: point) <= meters }

    mutating func improve(by fix: SystemFix) {
        if fix.accuracyMeters < best.accuracyMeters { best = fix }
    }

    func message(departure: Timestamp?, decidedAt: Timestamp) -> IOSVisit {
        IOSVisit(
            coordinate: best.coordinate,
            accuracyMeters: best.accuracyMeters,
            arrival: start,
            departure: departure,
            decidedAt: decidedAt
        )
    }
}

/// A message of the visit service: an arrival, and later the same stay again with its departure (`CLVisit`).
public struct IOSVisit: Hashable, Sendable {
    /// The position of the stay: its most accurate fix.
    public let coordinate: Coordinate
    /// The accuracy of that fix: 68 % radius in metres.
    public let accuracyMeters: Double
    /// The start of the stay.
    public let arrival: Timestamp
    /// The time of departure; `nil` in the message of the arrival, where `CLVisit` has the distant future.
    public let departure: Timestamp?
    /// The time at which the system decided; the app receives the message then or later.
    public let decidedAt: Timestamp
}

/// The rule of the visit service for arrivals and departures.
///
/// Apple documents the content of a `CLVisit`, but not how it is detected. All numbers here are an assumption, in the
/// magnitudes of field reports: reported some minutes after the arrival, for places some hundred metres apart.
public struct VisitProfile: Hashable, Sendable {
    /// The maximum distance of a rest's fixes from its first one, in metres.
    ///
    /// 150: a building with its car park, plus the error of Wi-Fi positioning.
    public package(set) var radiusMeters: Double
    /// The minimum duration of a rest to be a visit, in seconds.
    ///
    /// 300: shorter stops, as at a light or a filling station, are seldom reported.
    public package(set) var restSeconds: Double
    /// The time that fixes must be away until a visit is over, in seconds.
    ///
    /// 120: longer than a burst of inaccurate fixes indoors.
    public package(set) var leaveSeconds: Double

    /// Creates a profile; negative values become 0.
    public init(radiusMeters: Double = 150, restSeconds: Double = 300, leaveSeconds: Double = 120) {
        self.radiusMeters = max(0, radiusMeters)
        self.restSeconds = max(0, restSeconds)
        self.leaveSeconds = max(0, leaveSeconds)
    }
}
