internal import ArgumentParser
internal import VisitStore

struct UpgradeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Bring a database of an older version to this one, or try that on a copy.",
        discussion: """
            `serve` and every other command upgrade an older database when they open it. Before, they copy it to \
            FILE.version-N beside it, which the older program can use: to go back, stop the service and put that file in \
            the place of the database.

            --check does it on a copy in the folder of temporary files (TMPDIR), checks the copy and compares the counted \
            visits of each month. It changes nothing; a service of the older version may run at the same time. Exits with \
            status 65 where something is wrong.
            """
    )

    @Flag(help: "Try it on a copy, and change nothing.")
    var check = false

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let path = try database.existingPath(console)
        guard check else {
            let upgrade = try VisitStore(path: path).upgrade
            return try console.print(upgrade.map(UpgradeDisplay.sentence) ?? "\(path) is of the newest version")
        }
        let trial = try UpgradeTrial.run(on: path)
        for line in UpgradeDisplay.lines(of: trial, path) { try console.print(line) }
        guard trial.findings.isEmpty, trial.changedMonths.isEmpty else {
            throw CommandFailure(.data, "something is wrong, see above; the database was not changed")
        }
    }
}
