internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Lists the facilities nearest to a point, by the distance to the fence's edge.
struct FacilitiesNear: Command {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: "List the facilities nearest to a point.",
        discussion: """
            Ranks by the WGS84 distance to the geofence's edge, negative inside, and also prints the distance to its \
            center. A southern latitude begins with a minus: footfall facilities near -33.9,151.2
            """
    )

    @Argument(
        help: ArgumentHelp("The point in degrees, latitude first.", valueName: "lat,lon"),
        transform: Transforms.coordinate
    )
    var point: Coordinate

    @Option(name: .shortAndLong, help: "How many.")
    var number = 20

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard number > 0 else {
            throw ArgumentParser.ValidationError("\(number) facilities can't be listed, expected a number of 1 or more")
        }
    }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        var report = Report(FacilityDisplay.nearest, format.format, to: console.output)
        try report.begin()
        for facility in try store.nearestFacilities(to: point, count: number) { try report.add(facility) }
        try report.end(note: report.count == 0 ? "no facilities" : nil)
    }
}
