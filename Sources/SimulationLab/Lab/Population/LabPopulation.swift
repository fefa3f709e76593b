internal import PhoneSimulator
package import VisitModel

/// The members on whom sets of tracking options are compared, each with a month that is made up from a seed.
///
/// A member's month is the same whatever options and whatever phone: what differs between two runs of a member is what
/// the options did. Members differ in where they live, how they get about, which facilities they go to and how often;
/// their days have work or school, visits of all lengths, drop-ins, ways past facilities, stays next door, errands,
/// evenings, nights at home on the charger, and some hours of poor reception. Nothing is kept of a member until they are
/// asked for.
package struct LabPopulation: Hashable, Sendable {
    /// The numbers that a population can have.
    package static let allowedMembers = 1...10_000
    /// The days that a month can have.
    package static let allowedDays = 1...366

    /// Where all chance begins.
    package let seed: UInt64
    /// How many members.
    package let memberCount: Int
    /// How many days each lives through.
    package let days: Int
    /// The first of them.
    package let firstDay: CivilDate
    /// Where they live.
    package let city: LabCity

    private let network: LabNetwork

    /// The whole network.
    package var facilities: [Facility] { network.facilities }

    /// Makes a population.
    ///
    /// - Parameters:
    ///   - seed: where all chance begins; the same seed gives the same members.
    ///   - memberCount: a number in `allowedMembers`.
    ///   - days: a number in `allowedDays`.
    ///   - firstDay: the first day, by the city's clocks, 2008 to 2199; a month of another season has other clocks.
    ///   - city: where they live.
    /// - Throws: `SimulationLabError` with code `lab` for a number out of range.
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

    /// What a member lives through, on a phone of a system.
    ///
    /// - Parameters:
    ///   - member: from 0 up to and without `memberCount`; its id is `member-` with this number plus one.
    ///   - platform: the phone's system.
    /// - Returns: the scenario, with all permissions granted and an app that lives by geofences alone; the same for both
    ///   systems but for the phone itself.
    /// - Throws: `SimulatorError`, `ValidationError`; nothing in a population can make it.
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
        scenario.happenings = month.happenings.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        return scenario
    }
}
