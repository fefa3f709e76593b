internal import PhoneSimulator
internal import VisitModel

extension ScenarioReading {
    struct Story {
        let start: Timestamp
        let end: Timestamp
        let movement: Movement
    }

    /// Reads the journey, repeated on `days`, or the track, and the start and the end; `nil` with an error.
    ///
    /// Without a date in the file, a track sets the calendar's.
    mutating func story(days: Int, hasDate: Bool) -> Story? {
        switch (keys?["journey"], keys?["track"]) {
        case (let journey?, nil): return self.journey(journey, days: days)
        case (nil, let track?): return self.track(track, days: days, hasDate: hasDate)
        case (_?, let track?): faults.add(track, "can't be combined with a journey, expected one of them")
        case (nil, nil):
            faults.add(1, "journey", "is missing, expected for instance journey: \(JourneyText.example), or a track")
        }
        return nil
    }

    private mutating func journey(_ value: ScenarioValue, days: Int) -> Story? {
        if let device = keys?["track_device"] {
            faults.add(device, "can't be combined with a journey, expected it with a track only")
        }
        guard let text = read(value, { try $0.text("for instance \(JourneyText.example)", longest: 100_000) }) else {
            _ = read("start", Self.clock)
            _ = read("end") { try MomentText.parse(try $0.text("a time")) }
            return nil
        }
        let (stops, problems) = JourneyText.parse(text)
        for problem in problems { faults.add(value, problem) }
        let placed = stops.compactMap { place($0, value) }
        let plan = JourneyPlan(stops: placed, calendar: calendar)
        let given = read("start", Self.clock).map { calendar.time($0) }
        guard problems.isEmpty, placed.count == stops.count, !placed.isEmpty else {
            _ = read("end") { try MomentText.parse(try $0.text("a time")) }
            return nil
        }
        guard let first = plan.firstTime ?? given else {
            if keys?["start"] == nil {
                faults.add(value, "has no time at its first place, expected one there or `start`")
            }
            return nil
        }
        let start = given ?? first.advanced(bySeconds: -1800)
        guard let movement = read(value, { _ in try Self.movement(plan, days: days, first: given) }) else { return nil }
        let last = movement.waypoints.last?.time ?? first
        return story(start: start, days: days, last: last.advanced(bySeconds: 3600), movement)
    }

    /// The place of a stop; `nil` for an unknown one, with an error unless one is recorded already.
    private mutating func place(_ stop: JourneyStop, _ value: ScenarioValue) -> JourneyPlan.Stop? {
        if let place = stop.degrees { return JourneyPlan.Stop(text: stop, coordinate: place) }
        switch places[stop.place] {
        case .at(let place)?: return JourneyPlan.Stop(text: stop, coordinate: place)
        case .broken?, .waiting?: return nil
        case nil:
            if !places.isIncomplete {
                faults.add(value, "\(quoted(stop.place)) is not a place, expected \(places.hint)")
            }
            return nil
        }
    }

    private static func movement(_ plan: JourneyPlan, days: Int, first: Timestamp?) throws -> Movement {
        var points: [Movement.Waypoint] = []
        let calendar = plan.calendar
        // A first stop without a time begins with the scenario, each day at the same time of day.
        let second = first?.secondOfDay(in: calendar.timeZone) ?? 0
        for shift in 0..<days {
            let start = calendar.time(ClockTime(day: nil, second: second), shift: shift)
            let next = try plan.waypoints(shift: shift, start: shift == 0 ? first ?? start : start)
            if let last = points.last, let again = next.first {
                guard last.coordinate == again.coordinate else {
                    let names = (plan.stops.last?.text.place ?? "", plan.stops.first?.text.place ?? "")
                    throw Problem(
                        "ends at \(quoted(names.0)) and restarts at \(quoted(names.1)) the next day, expected the same "
                            + "place for a journey of several `days`"
                    )
                }
                guard last.time <= again.time else {
                    throw Problem(
                        "lasts until \(calendar.words(last.time)) and restarts at \(calendar.words(again.time)), "
                            + "expected an end before that for a journey of several `days`"
                    )
                }
                if last.time == again.time { points.removeLast() }
            }
            points += next
        }
        return try Movement(points)
    }

    private mutating func track(_ value: ScenarioValue, days: Int, hasDate: Bool) -> Story? {
        if let key = keys?["days"], days > 1 {
            faults.add(key, "can't be combined with a track, expected it with a journey only")
        }
        let device = read("track_device") { try DeviceID(try $0.text("a phone's name")) }
        guard let name = read(value, { try $0.text("the name of a file") }) else { return nil }
        let (path, zone) = (path(name), calendar.timeZone)
        let points = read(value) { _ in try TrackTruth.waypoints(path, device: device, timeZone: zone) }
        guard let points, let movement = read(value, { _ in try Movement(points) }) else { return nil }
        let (first, last) = (points[0].time, points[points.count - 1].time)
        if !hasDate { calendar.date = first.localDate(in: zone) }
        let start = read("start", Self.clock).map { calendar.time($0) } ?? first
        return story(start: start, days: 1, last: last, movement)
    }

    /// The longest scenario, in seconds: 366 days and some time before and after.
    private static let longestSeconds = 367.0 * 86_400

    /// Adds the end to a start, and checks the period.
    private mutating func story(start: Timestamp, days: Int, last: Timestamp, _ movement: Movement) -> Story? {
        var end = last
        if let value = keys?["end"] {
            guard let moment = read(value, { try MomentText.parse(try $0.text("a time")) }) else { return nil }
            switch moment {
            // An end without a day is on the last day.
            case .clock(let time) where time.day == nil: end = calendar.time(time, shift: days - 1)
            default: end = moment.times(in: calendar, start: start, end: last).first ?? last
            }
        }
        guard start < end else {
            let value = keys?["end"] ?? keys?["start"] ?? keys?["track"] ?? keys?["journey"]
            let words = (calendar.words(start), calendar.words(end))
            faults.add(
                value?.line ?? 1,
                value?.key ?? "end",
                """
                the scenario goes from \(words.0) to \(words.1), expected an end after the start, for instance with \
                `day 2`
                """
            )
            return nil
        }
        guard start.seconds(to: end) <= Self.longestSeconds else {
            let value = keys?["start"] ?? keys?["date"] ?? keys?["end"] ?? keys?["track"]
            let words = (calendar.words(start), calendar.words(end))
            faults.add(
                value?.line ?? 1,
                value?.key ?? "end",
                "the scenario goes from \(words.0) to \(words.1), expected at most 367 days"
            )
            return nil
        }
        return Story(start: start, end: end, movement: movement)
    }

    private static func clock(_ value: ScenarioValue) throws -> ClockTime {
        try ClockTime.parse(try value.text("a time such as \(ClockTime.examples)"))
    }
}
