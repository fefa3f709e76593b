internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Erases a member and all of the member's data.
struct MembersErase: Command {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a member: phones, fixes, visits and all else that names the person.",
        discussion: """
            Cannot be undone; `members export` first where the person wants a copy. The file is then written anew, so that \
            nothing is left of it in unused pages: in a large database that takes a while, and as much free room again. \
            Backups that were made before still have everything.
            """
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var id: MemberID

    @Flag(help: "Yes, erase: without this, nothing is done.")
    var yes = false

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        guard yes else {
            throw CommandFailure(.usage, "nothing was erased; say --yes to erase \(id) for good")
        }
        let erased = try store.erase(id)
        let parts = [
            (erased.devices, "phone", "phones"), (erased.fixes, "fix", "fixes"), (erased.events, "event", "events"),
            (erased.visits, "visit", "visits"), (erased.reviews, "review", "reviews"),
            (erased.tokens, "token", "tokens"),
            (erased.quarantined, "quarantined record", "quarantined records"),
            (erased.messages, "message", "messages"),
        ]
        let counts = parts.map { count, one, many in "\(count) \(count == 1 ? one : many)" }
        try console.print("erased \(id): \(counts.joined(separator: ", "))")
    }
}
