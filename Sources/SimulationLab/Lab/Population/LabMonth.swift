internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// Generates a member's days in order: the movement, and the changes to the phone.
///
/// Each day draws from its own generator, so a longer month begins like a shorter one. All shares and durations are
/// assumptions, documented where they are used.
struct LabMonth {
    let member: LabMember
    let city: LabCity
    let network: LabNetwork
    let seed: UInt64
    let calendar: ScenarioCalendar

    var journey: LabJourney
    var events: [TimedScenarioEvent] = []

    /// Generates the days from the calendar's date on.
    init(
        of member: LabMember,
        in city: LabCity,
        _ network: LabNetwork,
        days: Int,
        calendar: ScenarioCalendar,
        seed: UInt64
    ) {
        (self.member, self.city, self.network, self.calendar, self.seed) = (member, city, network, calendar, seed)
        let midnight = calendar.time(ClockTime(day: 1, second: 0))
        journey = LabJourney(at: member.home, in: city, since: midnight)
        for day in 1...days {
            var generator = SeededGenerator(seed: seed, for: "day", member.number, day)
            liveThrough(day, using: &generator)
            var chance = SeededGenerator(seed: seed, for: "phone", member.number, day)
            addEvents(on: day, using: &chance)
        }
    }

    /// A time on a day by the city's clocks.
    func time(_ day: Int, hour: Double) -> Timestamp {
        calendar.time(ClockTime(day: day, second: Int((hour * 3600).rounded())))
    }

    /// Whether a day is one of Monday to Friday; 1970-01-01 was a Thursday.
    func isWeekday(_ day: Int) -> Bool { (calendar.date.daysSince1970 + day - 1 + 3) % 7 < 5 }

    func place(_ index: Int) -> LabNetwork.Place { network.places[index] }
}

extension LabMonth {
    /// Adds a day's changes to the phone: the charger at night, and now and then poor reception.
    ///
    /// The phone is charged nine nights out of ten. One day in twelve has some hours in which only Wi-Fi or cells find
    /// positions, or nothing can be sent. The shares are assumptions.
    mutating func addEvents(on day: Int, using generator: inout SeededGenerator) {
        if generator.happens(1.0 / 12) {
            let hour = generator.number(8...18)
            let (first, last) = (time(day, hour: hour), time(day, hour: hour + generator.number(1...5)))
            switch generator.unit() {
            case ..<0.4:
                add(.reception(.cells), undo: .reception(.satellites), first, last, "positions by cells at best")
            case ..<0.7:
                add(.reception(.wifi), undo: .reception(.satellites), first, last, "positions by Wi-Fi at best")
            default: add(.connectivity(.none), undo: .connectivity(.cellular), first, last, "no connection")
            }
        }
        // The phone is plugged in at home, and unplugged before the member gets up.
        let plugged = max(time(day, hour: generator.number(22.6...23.7)), journey.now)
        let unplugged = time(day + 1, hour: generator.number(5.2...5.7))
        if generator.happens(0.9) {
            add(.charger(true), undo: .charger(false), plugged, unplugged, "on the charger")
        }
    }

    private mutating func add(
        _ event: ScenarioEvent,
        undo: ScenarioEvent,
        _ start: Timestamp,
        _ end: Timestamp,
        _ text: String
    ) {
        events.append(TimedScenarioEvent(time: start, event: event, text: text))
        events.append(TimedScenarioEvent(time: end, event: undo, text: "no longer: \(text)"))
    }
}

extension LabMonth {
    private enum Slot: Hashable {
        case beforeWork, lunch, afterWork, daytime
    }

    /// The hour after which no trip begins.
    private static let lastHour = 20.75

    /// Simulates a day from getting up to coming home.
    mutating func liveThrough(_ day: Int, using generator: inout SeededGenerator) {
        let isWorkday = isWeekday(day) && member.work != nil && !generator.happens(0.06)
        var visits = plannedVisits(isWorkday: isWorkday, using: &generator)
        let setsOut = generator.number(isWorkday ? 6.4...8.4 : 8.5...10.5)
        // Members move about a little at home before they leave.
        journey.stay(until: time(day, hour: setsOut - 0.6))
        linger(until: time(day, hour: setsOut), round: member.home, reach: 6, using: &generator)
        if isWorkday, let work = member.work {
            let spaces = visits.filter { place($0.place).kind == .coworking && generator.happens(0.8) }
            visits.removeAll { spaces.contains($0) }
            visit(visits, in: .beforeWork, on: day, using: &generator)
            if let space = spaces.first {
                visit(space.place, on: day, using: &generator)
            } else {
                commute(to: work, on: day, using: &generator)
                workThrough(day, at: work, visits, using: &generator)
            }
            visit(visits, in: .afterWork, on: day, using: &generator)
        } else {
            for _ in 0..<generator.whole(0...2) { errand(on: day, using: &generator) }
            visit(visits, in: .daytime, on: day, using: &generator)
        }
        if generator.happens(0.3) { errand(on: day, using: &generator) }
        goHome(on: day, using: &generator)
        if generator.happens(isWeekday(day) ? 0.25 : 0.5) { evening(on: day, using: &generator) }
        goHome(on: day, using: &generator)
        // After coming home late, the member stays up a while.
        linger(until: time(day, hour: 22.5), round: member.home, reach: 6, using: &generator)
    }

    private func plannedVisits(isWorkday: Bool, using generator: inout SeededGenerator) -> [Outing] {
        var outings: [Outing] = []
        for custom in member.customs where generator.happens(min(0.9, custom.perWeek / 7)) {
            let slot: Slot
            switch (isWorkday, generator.unit()) {
            case (false, _): slot = .daytime
            case (true, ..<0.3): slot = .beforeWork
            case (true, ..<0.45): slot = .lunch
            default: slot = .afterWork
            }
            outings.append(Outing(place: custom.place, slot: slot))
        }
        // A member with the whole network visits another facility now and then.
        if member.list == nil, generator.happens(0.05), let other = generator.pick(Array(network.places.indices)) {
            outings.append(Outing(place: other, slot: isWorkday ? .afterWork : .daytime))
        }
        return outings
    }

    private struct Outing: Hashable {
        let place: Int
        let slot: Slot
    }

    private mutating func visit(
        _ outings: [Outing],
        in slot: Slot,
        on day: Int,
        using generator: inout SeededGenerator
    ) {
        for outing in outings where outing.slot == slot { visit(outing.place, on: day, using: &generator) }
    }

    /// Simulates the hours of work: at the desk, with a walk at noon or a visit to a nearby facility.
    private mutating func workThrough(
        _ day: Int,
        at work: LabPoint,
        _ visits: [Outing],
        using generator: inout SeededGenerator
    ) {
        let noon = time(day, hour: generator.number(11.75...13))
        let end = max(noon, journey.now).advanced(bySeconds: generator.number(3.5...5) * 3600)
        linger(until: noon, round: work, reach: 12, using: &generator)
        if visits.contains(where: { $0.slot == .lunch }) {
            visit(visits, in: .lunch, on: day, using: &generator)
        } else if generator.happens(0.5) {
            let lunch = generator.point(80...500, from: work)
            if network.isClear(lunch) {
                journey.go(to: lunch, by: .foot, using: &generator)
                journey.stay(seconds: generator.number(900...2400))
            }
        }
        journey.go(to: work, by: mode(to: work), using: &generator)
        linger(until: end, round: work, reach: 12, using: &generator)
    }

    /// Whether it is early enough to begin a trip.
    func canSetOut(on day: Int) -> Bool { journey.now < time(day, hour: Self.lastHour) }

    /// The travel mode to a point: on foot where it is near.
    func mode(to goal: LabPoint) -> TravelMode {
        journey.point.distance(to: goal) < 900 ? .foot : member.mode == .foot ? .bike : member.mode
    }

    private mutating func linger(
        until time: Timestamp,
        round middle: LabPoint,
        reach: Double,
        using generator: inout SeededGenerator
    ) {
        let seconds = journey.now.seconds(to: time)
        journey.linger(seconds: seconds, round: middle, reach: reach, pauses: 1200...7200, using: &generator)
    }
}
