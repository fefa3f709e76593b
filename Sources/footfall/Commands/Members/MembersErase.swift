internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Erases a member and all of the member's data.
struct MembersErase: Command {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a member: phones, fixes, visits and everything else that identifies the person.",
        discussion: """
            Cannot be undone; run `members export` first if the person wants a copy. The database file is then \
            rewritten, so that no data is left in unused pages: for a large database this takes a while, and needs as \
            much free disk space as the file has. Earlier backups still contain everything.
            """
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var id: MemberID

    @Flag(help: "Confirm the erasure; without this, nothing is done.")
    var yes = false

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        guard yes else {
            throw CommandFailure(.usage, "nothing was erased; add --yes to erase \(id) permanently")
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
