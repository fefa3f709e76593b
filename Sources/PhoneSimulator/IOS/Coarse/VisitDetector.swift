public import VisitModel

/// The visit service: tells where a member stays, without telling how they came there.
///
/// A rest is a run of readings near its first one. When it has lasted for `VisitProfile.restSeconds`, it is a visit and
/// the arrival is told, by a timer where a phone at rest makes no readings. The visit is over when readings have been
/// away for `VisitProfile.leaveSeconds`, and its departure is then the first of those. A single reading far off, with
/// nothing after it, ends no visit. How Apple finds visits is not published.
///
/// A value that only finds visits. Whether the app may hear of them is `IOSConditions.allowsCoarseServices`: do not pass
/// readings in while it is false. Like regions, the service starts an app that was ended.
public struct VisitDetector: Hashable, Sendable {
    /// When a rest is a visit.
    public let profile: VisitProfile

    /// The rest that may become a visit; during a visit the one that readings elsewhere would begin.
    private var rest: Rest?
    /// The visit that goes on, already told.
    private var visit: Rest?
    /// Since when readings are away from the visit.
    private var awaySince: Timestamp?
    /// When the last departure was decided; the next arrival is not decided before.
    private var departedAt: Timestamp?
    private var heardUntil: Timestamp?

    /// Makes a service that has heard nothing.
    ///
    /// - Parameter profile: when a rest is a visit.
    public init(profile: VisitProfile = VisitProfile()) {
        self.profile = profile
    }

    /// Whether an arrival was told and its departure was not.
    public var isVisiting: Bool { visit != nil }

    /// Hears a reading of the system's positioning.
    ///
    /// - Parameter reading: one with an accuracy that is negative or no number, and one that is not newer than the last,
    ///   are passed over.
    /// - Returns: what is told, in order: nothing, an arrival, a departure, or a departure and the
    ///   next arrival.
    public mutating func take(_ reading: SystemReading) -> [IOSVisit] {
        guard reading.accuracyMeters >= 0, heardUntil.map({ $0 < reading.time }) ?? true else { return [] }
        heardUntil = reading.time
        var told = wake(at: reading.time)
        let point = EarthPoint(reading.coordinate)
        if visit?.isNear(point, meters: profile.radiusMeters) == true {
            visit?.improve(by: reading)
            awaySince = nil
            rest = nil
            return told
        }
        extendRest(by: reading, at: point)
        if let departure = departure(at: reading.time) { told.append(departure) }
        return told + wake(at: reading.time)
    }

    /// When a rest becomes a visit without a further reading; `nil` where none can.
    public var nextWake: Timestamp? {
        guard visit == nil, let rest else { return nil }
        let end = rest.start.advanced(bySeconds: profile.restSeconds)
        return departedAt.map { max($0, end) } ?? end
    }

    /// Lets time pass: a rest that has lasted long enough becomes a visit, where no reading spoke against it.
    ///
    /// - Parameter time: now; earlier than `nextWake` decides nothing.
    /// - Returns: the arrival, decided at `nextWake`; nothing where there is none.
    public mutating func wake(at time: Timestamp) -> [IOSVisit] {
        guard let decidedAt = nextWake, decidedAt <= time, let rest else { return [] }
        visit = rest
        self.rest = nil
        return [rest.message(departure: nil, decidedAt: decidedAt)]
    }

    /// Forgets the rest that had begun and keeps the visit that was told, as a reboot does.
    public mutating func forgetRest() {
        rest = nil
        awaySince = nil
    }

    /// Takes a reading into the rest, or begins a new one where it lies too far.
    private mutating func extendRest(by reading: SystemReading, at point: EarthPoint) {
        guard rest?.isNear(point, meters: profile.radiusMeters) == true else {
            rest = Rest(reading, at: point)
            return
        }
        rest?.improve(by: reading)
    }

    /// Ends the visit where readings have been away for long enough.
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

/// Readings near the first of them.
private struct Rest: Hashable, Sendable {
    /// When it began.
    let start: Timestamp
    /// Where it began.
    private let anchor: EarthPoint
    /// The most exact reading.
    private var best: SystemReading

    init(_ reading: SystemReading, at point: EarthPoint) {
        start = reading.time
        anchor = point
        best = reading
    }

    /// Whether a point belongs to it.
    func isNear(_ point: EarthPoint, meters: Double) -> Bool {
        anchor.distance(to: point) <= meters
    }

    /// Takes a reading that belongs to it.
    mutating func improve(by reading: SystemReading) {
        if reading.accuracyMeters < best.accuracyMeters { best = reading }
    }

    /// What is told of it.
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
