internal import ArgumentParser

/// Groups the commands about quarantined records.
struct QuarantineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Show, retry and delete quarantined records of phones.",
        discussion: """
            Records that could not be used are kept as received, long ones with their first 64 kB, their length and \
            their SHA-256 digest: refusing them would block the phone's queue for days. The limit is 4 MiB for each \
            phone and 256 MiB in total; beyond it the oldest records of the phone that uses most are dropped and \
            counted.
            """,
        subcommands: [QuarantineList.self, QuarantineShow.self, QuarantineRetry.self, QuarantinePurge.self],
        defaultSubcommand: QuarantineList.self
    )
}
