internal import ArgumentParser

/// Groups the commands about quarantined records.
struct QuarantineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "See, retry and forget records of phones that could not be used.",
        discussion: """
            They are kept as they came, long ones with their first 64 kB, their length and their SHA-256 digest: a refusal would \
            block the phone's queue for days. A phone's records may take 4 MiB and all of them 256 MiB; beyond that the oldest \
            of the phone that takes most are dropped and counted.
            """,
        subcommands: [QuarantineList.self, QuarantineShow.self, QuarantineRetry.self, QuarantinePurge.self],
        defaultSubcommand: QuarantineList.self
    )
}
