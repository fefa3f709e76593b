internal import ArgumentParser

/// Groups the commands about facilities.
struct FacilitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facilities",
        abstract: "Load, list and search the facilities.",
        subcommands: [
            FacilitiesImport.self, FacilitiesList.self, FacilitiesNear.self, FacilitiesShow.self, FacilitiesExport.self,
        ]
    )
}
