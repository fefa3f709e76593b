internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Shows one facility.
struct FacilitiesShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one facility, retired or not."
    )

    @Argument(help: "The facility's id.", transform: Transforms.identifier)
    var id: FacilityID

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        guard let facility = try database.open(console).facility(id) else {
            throw CommandFailure(
                .data,
                "there is no facility `\(id)`; `footfall facilities list --all` lists all of them"
            )
        }
        try Report.writeOne(facility, FacilityDisplay.details, format.format, to: console.output)
    }
}
