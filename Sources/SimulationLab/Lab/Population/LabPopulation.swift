internal import PhoneSimulator
package import VisitModel

/// The members on whom sets of tracking options are compared, each with a month generated from a seed.
///
/// A member's month does not depend on the options or the phone, so two runs of a member differ only in what the
/// options did. Members differ in home, travel mode, and in which facilities they visit and how often. Their days have
/// work or school, visits of all lengths, drop-ins, routes past facilities, stays next door, errands, evenings, nights
/// at home on the charger, and some hours of poor reception. Members are generated on demand and not stored.
package struct LabPopulation: Hashable, Sendable {
    package static let allowedMembers = 1...10_000
    package static let allowedDays = 1...366

    package let seed: UInt64
    package let memberCount: Int
    package let days: Int
    package let firstDay: CivilDate
    package let city: LabCity

    private let network: LabNetwork

    package var facilities: [Facility] { network.facilities }

    /// Creates a population; the same seed gives the same members.
    ///
    /// The first day is by the city's clocks, 2008 to 2199; the season decides on daylight saving time. Throws
    /// `SimulationLabError` with code `lab` for a number out of range.
    package init(
        seed: UInt64,
        memberCount: Int,
        days: Int,
        firstDay: CivilDate,
        city: LabCity
    ) throws(SimulationLabError) {
        func check(_ name: String, _ number: Int, _ range: ClosedRange<Int>) throws(SimulationLabError) {
            guard range.contains(number) else {
                throw SimulationLabError(
                    .lab,
                    "\(name): \(number) is out of range, expected \(range.lowerBound) to \(range.upperBound)"
                )
            }
        }
        try check("members", memberCount, Self.allowedMembers)
        try check("days", days, Self.allowedDays)
        try check("the first day's year", firstDay.year, 2008...2199)
        self.seed = seed
        self.memberCount = memberCount
        self.days = days
        self.firstDay = firstDay
        self.city = city
        network = LabNetwork(in: city, seed: seed)
    }

    /// The scenario of a member's month; `member` is an index from 0, and the member's id is `member-` and the index
    /// plus 1.
    ///
    /// All permissions are granted, and the app monitors by geofences alone. Except for the phone it is the same for
    /// both platforms. Throws `SimulatorError` or `ValidationError`, which no valid population causes.
    package func scenario(of member: Int, on platform: Platform) throws -> Scenario {
        let number = member + 1
        let person = LabMember(number, in: city, network, seed: seed)
        let calendar = ScenarioCalendar(date: firstDay, timeZone: city.timeZone)
        let month = LabMonth(of: person, in: city, network, days: days, calendar: calendar, seed: seed)
        var generator = SeededGenerator(seed: seed, for: "chance", number)
        var scenario = Scenario(
            name: "member \(number) of a lab",
            phone: PhoneProfile(platform: platform),
            start: month.time(1, hour: 0),
            end: month.time(days + 1, hour: 0),
            member: try MemberID("member-\(number)"),
            device: try DeviceID("phone-\(number)"),
            facilities: facilities,
            movement: try Movement(month.journey.waypoints)
        )
        scenario.seed = generator.next()
        scenario.timeZone = city.timeZone
        scenario.list = person.list?.map { facilities[$0].id }
        scenario.events = month.events.stablySorted { $0.time }
        return scenario
    }
}
