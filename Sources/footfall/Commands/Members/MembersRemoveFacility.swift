internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Removes a facility from a member's list.
struct MembersRemoveFacility: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove-facility",
        abstract: "Remove a facility from a member's list.",
        discussion: "The list stays, even when it is empty: its member may then visit no facility."
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var member: MemberID

    @Argument(help: "The facility's id.", transform: Transforms.identifier)
    var facility: FacilityID

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let wasThere = try database.open(console).removeFacility(facility, from: member)
        try console.print("\(facility) \(wasThere ? "is off" : "was not on") the list of \(member)")
    }
}
