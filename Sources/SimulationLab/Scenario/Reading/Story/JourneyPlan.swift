internal import PhoneSimulator
internal import VisitModel

/// A journey with a coordinate for every stop, which computes the times between them.
struct JourneyPlan {
    struct Stop {
        let text: JourneyStop
        let coordinate: Coordinate
    }

    let stops: [Stop]
    let calendar: ScenarioCalendar

    /// An airliner is slower.
    static let fastestMetersPerSecond = 300.0

    /// When the journey begins; `nil` where it does not say so.
    var firstTime: Timestamp? { stops.first?.text.arrival.map { calendar.time($0) } }

    /// The waypoints of one day, with increasing times; `shift` is the number of days after the first.
    ///
    /// `start` is the time of the first stop, unless it has its own.
    func waypoints(shift: Int, start: Timestamp) throws -> [Movement.Waypoint] {
        var points: [Movement.Waypoint] = []
        var arrival = stops[0].text.arrival.map { calendar.time($0, shift: shift) } ?? start
        for (index, stop) in stops.enumerated() {
            let next = index + 1 < stops.count ? stops[index + 1] : nil
            let leave = try leaving(stop, arrival: arrival, shift: shift)
            guard let next else {
                append(stop.coordinate, from: arrival, to: leave ?? arrival, nil, &points)
                break
            }
            let leg = try leg(from: stop, leave, to: next, arrival: arrival, shift: shift)
            append(stop.coordinate, from: arrival, to: leg.leave, next.text.mode?.activity, &points)
            arrival = leg.arrival
        }
        return points
    }

    /// `nil` where the stop does not say when it is left.
    private func leaving(_ stop: Stop, arrival: Timestamp, shift: Int) throws -> Timestamp? {
        switch stop.text.leave {
        case .after(let seconds)?: return arrival.advanced(bySeconds: seconds)
        case .at(let time)?:
            let leave = calendar.time(time, shift: shift)
            guard leave >= arrival else {
                throw backwards(stop, "until \(calendar.words(leave))", stop, calendar.words(arrival), time)
            }
            return leave
        case nil: return nil
        }
    }

    private func leg(
        from stop: Stop,
        _ leave: Timestamp?,
        to next: Stop,
        arrival: Timestamp,
        shift: Int
    ) throws -> (leave: Timestamp, arrival: Timestamp) {
        let meters = stop.coordinate.distance(to: next.coordinate)
        let mode = next.text.mode ?? .usual(for: meters)
        let usualSeconds = meters / mode.metersPerSecond
        let way = "\(Int(meters.rounded())) m from \(quoted(stop.text.place)) to \(quoted(next.text.place))"
        guard let time = next.text.arrival else {
            guard let leave else {
                throw Problem(
                    "there is no time of arrival at \(quoted(next.text.place)), expected its time, or `for` or "
                        + "`until` at \(quoted(stop.text.place)) before it"
                )
            }
            return (leave, leave.advanced(bySeconds: usualSeconds))
        }
        let there = calendar.time(time, shift: shift)
        guard there >= arrival, there >= leave ?? arrival else {
            let before = leave.map { "where it is left at \(calendar.words($0))" } ?? calendar.words(arrival)
            throw backwards(next, calendar.words(there), stop, before, time)
        }
        guard let leave else {
            let leave = there.advanced(bySeconds: -usualSeconds)
            guard leave >= arrival else {
                throw Problem(
                    "it is \(way), \(DurationText.atLeast(usualSeconds)) by \(mode.rawValue), and the phone has "
                        + "\(DurationText.words(arrival.seconds(to: there))), expected a later time, `for`, `until`, or "
                        + "another `by`"
                )
            }
            return (leave, there)
        }
        guard meters <= Self.fastestMetersPerSecond * leave.seconds(to: there) else {
            throw Problem(
                "it is \(way) within \(DurationText.words(leave.seconds(to: there))), expected at most "
                    + "\(Int(Self.fastestMetersPerSecond)) m a second"
            )
        }
        return (leave, there)
    }

    private func backwards(
        _ stop: Stop,
        _ time: String,
        _ before: Stop,
        _ earlier: String,
        _ clock: ClockTime
    ) -> Problem {
        Problem(
            "times go back from \(quoted(before.text.place)) \(earlier) to \(quoted(stop.text.place)) \(time), "
                + "expected increasing times, for instance with `day \((clock.day ?? 1) + 1)` before the clock's"
        )
    }

    /// Appends a stay: one waypoint where it has no duration, otherwise one each for its start and end.
    private func append(
        _ place: Coordinate,
        from arrival: Timestamp,
        to leave: Timestamp,
        _ activity: Activity?,
        _ points: inout [Movement.Waypoint]
    ) {
        for time in arrival < leave ? [arrival, leave] : [leave] {
            // Stops so near each other that the leg is shorter than a millisecond are merged.
            if let last = points.last, last.time >= time { points.removeLast() }
            let isLeaving = time == leave
            points.append(Movement.Waypoint(time: time, coordinate: place, activity: isLeaving ? activity : nil))
        }
    }
}
