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
    var happenings: [TimedScenarioEvent] = []

    /// Generates the days.
    ///
    /// - Parameters:
    ///   - member: the member to simulate.
    ///   - city: the city where the member lives.
    ///   - network: the facilities to visit.
    ///   - days: how many days, from the calendar's date on.
    ///   - calendar: the first day, and the city's time zone.
    ///   - seed: the random seed of the population.
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
            addEvents(day, of: days, using: &chance)
        }
    }

    /// A time on a day by the city's clocks.
    func time(_ day: Int, hour: Double) -> Timestamp {
        calendar.time(ClockTime(day: day, second: Int((hour * 3600).rounded())))
    }

    /// Whether a day is one of Monday to Friday; 1970-01-01 was a Thursday.
    func isWeekday(_ day: Int) -> Bool { (calendar.date.daysSince1970 + day - 1 + 3) % 7 < 5 }

    /// The network's place at an index.
    func place(_ index: Int) -> LabNetwork.Place { network.places[index] }
}
