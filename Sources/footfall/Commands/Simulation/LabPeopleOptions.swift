internal import ArgumentParser
internal import SimulationLab
internal import VisitModel

/// The population of a lab; values not given here come from the lab file.
struct LabPeopleOptions: ParsableArguments {
    @Option(help: "How many members (default: the lab file's, else 100).")
    var members: Int?

    @Option(help: "How many days (default: the lab file's, else 30).")
    var days: Int?

    @Option(help: "The random seed (default: the lab file's, else 1).")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("The first day (default: the lab file's, else 2024-04-01).", valueName: "yyyy-mm-dd"),
        transform: Self.day
    )
    var date: CivilDate?

    @Option(help: "The members' city: small, medium or large (default: the lab file's, else medium).")
    var city: CityArgument?

    func validate() throws {
        for (name, number, range) in [
            ("--members", members, LabPopulation.allowedMembers), ("--days", days, LabPopulation.allowedDays),
        ] {
            if let number, !range.contains(number) {
                throw ArgumentParser.ValidationError(
                    "\(name) is \(number), expected \(range.lowerBound) to \(range.upperBound)"
                )
            }
        }
    }

    /// The population, with defaults for values in neither the options nor the file.
    func population(_ plan: LabFile?) throws -> LabPopulation {
        try LabPopulation(
            seed: seed ?? plan?.seed ?? 1,
            memberCount: members ?? plan?.members ?? 100,
            days: days ?? plan?.days ?? 30,
            firstDay: date ?? plan?.firstDay ?? CivilDate(daysSince1970: Self.standardDay),
            city: city?.city ?? plan?.city ?? .medium
        )
    }

    /// 2024-04-01, a Monday after which no clocks change for months.
    private static let standardDay = 19_814

    private static func day(_ text: String) throws -> CivilDate {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, text.count == 10, let year = parts[0], let month = parts[1], let day = parts[2],
            (2008...2199).contains(year), let date = CivilDate(year: year, month: month, day: day)
        else {
            throw ArgumentParser.ValidationError(
                "`\(text)` is not a day, expected for instance 2024-04-01, from 2008 to 2199"
            )
        }
        return date
    }
}

/// A city as an argument.
enum CityArgument: String, ExpressibleByArgument, CaseIterable {
    case small, medium, large

    var city: LabCity {
        switch self {
        case .small: .small
        case .medium: .medium
        case .large: .large
        }
    }
}
