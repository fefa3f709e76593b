internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Adds a facility to a member's list.
struct MembersAddFacility: Command {
    static let configuration = CommandConfiguration(
        commandName: "add-facility",
        abstract: "Add a facility to a member's list.",
        discussion: "A member without a list gets one, and may then visit only the facilities on it."
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var member: MemberID

    @Argument(help: "The facility's id.", transform: Transforms.identifier)
    var facility: FacilityID

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let known = try store.member(member)
        guard try store.addFacility(facility, to: member) else {
            return try console.print("\(facility) was already on the list of \(member)")
        }
        try console.print("\(facility) is on the list of \(member)")
        if let known, known.member.facilities == nil {
            console.errors("note: \(member) could visit all facilities and now has only this list")
        }
    }
}
