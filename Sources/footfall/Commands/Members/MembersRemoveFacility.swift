internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Removes a facility from a member's list.
struct MembersRemoveFacility: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove-facility",
        abstract: "Take a facility off a member's list.",
        discussion: "The list stays, even when nothing is left on it: its member may then visit nothing."
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
