internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct RestoreCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the database.",
        discussion: """
            Stop the service and other commands first. The backup is copied, checked and upgraded before anything is \
            touched; it stays as it is. With --replace a database that is there already is kept under a name with the \
            time; delete it once nothing of it is needed. The key file FILE.webhook-key of the backup, where there is one, \
            becomes the key of the webhook endpoints.

            What was stored after the backup is only in the previous database: phones do not send again what was \
            acknowledged. Members who were erased after the backup are erased again, as far as the previous database \
            records it. Access tokens and endpoints that were removed after it are back.
            """
    )

    @Argument(help: "The backup.")
    var file: String

    @Flag(help: "Move an existing database aside.")
    var replace = false

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let path = try webhooks.database.path(console)
        let key = try webhooks.key(ofDatabase: path, console)
        let backedUpKey = WebhookKeyFile(besideDatabase: file)
        if backedUpKey.exists { try backedUpKey.check() }
        let movesKey = try backedUpKey.exists && key.exists && !key.hasSameKey(as: backedUpKey)
        guard replace || !movesKey else {
            throw CommandFailure(
                .data,
                "`\(key.path)` has another key than the backup; --replace keeps it under another name"
            )
        }
        let origin = console.accessOrigin
        let restoration = try VisitStore.restore(file, to: path, replacing: replace, recordedFor: origin)
        try console.print("restored \(path) from \(file)")
        for line in UpgradeDisplay.lines(of: restoration) { try console.print("  \(line)") }
        for warning in UpgradeDisplay.warnings(after: restoration) { console.errors("warning: \(warning)") }
        do {
            if movesKey {
                try key.move(to: WebhookKeyFile(path: key.path + VisitStore.suffix(ofReplacedAt: origin.time)))
            }
            if backedUpKey.exists {
                try backedUpKey.copy(to: key, replacing: false)
                try console.print("  the key of the webhook endpoints is \(key.path)")
            }
        } catch {
            throw CommandFailure(
                .cannotCreate,
                "the database is restored, but not the key of the webhook endpoints: \(error)"
            )
        }
        let endpoints = WebhookEndpoints(store: try VisitStore(path: path), keyFile: key)
        let unusable = try endpoints.store.endpoints.all().filter { (try? endpoints.signing(of: $0)) == nil }
        guard !unusable.isEmpty else { return }
        console.errors(
            "warning: \(key.path) is not the key of \(unusable.map(\.endpoint.id.text).joined(separator: ", ")): put their key file "
                + "there, or give each a new secret with `footfall webhooks rotate-secret ENDPOINT --new-key`"
        )
    }
}
