internal import ArgumentParser
internal import GeofenceEngine
internal import Tables
internal import VisitPipeline
internal import VisitStore

struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file; other processes can keep writing to it.",
        discussion: """
            The copy is a snapshot of this moment. It is checked before it is renamed to its final name, and only its \
            owner may read it. The key file of the webhook endpoints, where there is one, is copied to FILE.webhook-key: \
            without it the endpoints of a restored database need new secrets, and with both one can sign messages.
            """
    )

    @Argument(help: "The file to create.")
    var file: String

    @Flag(help: "Replace an existing file.")
    var replace = false

    @Flag(help: "Do not copy the key file of the webhook endpoints.")
    var withoutKey = false

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let store = try webhooks.database.openToWrite(console)
        let key = try webhooks.key(of: store, console)
        let copy = WebhookKeyFile(besideDatabase: file)
        let copiesKey = !withoutKey && key.exists
        // A restore would take the key of another backup for that of this one.
        guard copiesKey || replace || !copy.exists else {
            throw CommandFailure(
                .data,
                "`\(copy.path)` exists, of another backup; move it away, or permit it with --replace"
            )
        }
        try store.backup(to: file, replacing: replace)
        do {
            if copiesKey { try key.copy(to: copy, replacing: replace) } else { try copy.removeIfAny() }
        } catch {
            throw CommandFailure(.cannotCreate, "backed up to \(file), but without the key file: \(error)")
        }
        try console.print("backed up to \(file)\(copiesKey ? " and \(copy.path)" : "")")
    }
}

struct CheckCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the integrity of the database: pages, references, the spatial index, states, rules.",
        discussion: """
            Exits with status 65 if it finds a problem, and with 75 if it only finds an erasure that was interrupted, \
            which the next command that writes finishes. Reads the whole file. A file that other users can read or write \
            gives a warning. That a member's counted visits do not overlap is checked for the visits of one policy: \
            after `replay --policy` or `serve --policy`, give the same one.
            """
    )

    @Option(
        help: ArgumentHelp("The thresholds of the visits: standard, bare or a YAML file.", valueName: "name|file.yaml")
    )
    var policy = "standard"

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let policy = try EvaluationPolicy.named(policy)
        let store = try database.open(console)
        if let warning = store.permissionWarning { console.errors("warning: \(warning)") }
        if !policy.visits.countsOverlapping, try store.lacksVisits(ofPolicy: policy.version) {
            console.errors(
                """
                warning: no visit is of the policy `\(policy.version)`, so that overlaps of counted visits were not checked; \
                give `--policy` as it was for `serve` or `replay`
                """
            )
        }
        var findings = try store.check(onePlacePolicy: policy.visits.countsOverlapping ? nil : policy.version)
        if !findings.contains(where: { $0.rule == "integrity" }) {
            findings += try store.deviceStates.unreadableStates()
        }
        try format.write(findings, IntegrityDisplay.columns, to: console, empty: "the database is intact")
        let others = findings.filter { $0.rule != IntegrityFinding.erasureRule }
        guard findings.isEmpty || !others.isEmpty else {
            throw CommandFailure(
                .temporary,
                """
                the database is intact; an erasure was interrupted: run `footfall members finish-erasure`, or start \
                `footfall serve`. Do not restore a backup, which would bring the member back
                """
            )
        }
        guard others.isEmpty else {
            throw CommandFailure(
                .data,
                """
                \(CountText.of(findings.count, "finding")); restore the database from an intact backup, and erase again \
                the members that were erased after it (`footfall access-record --action erase`)
                """
            )
        }
    }
}
