internal import ArgumentParser

/// Groups the commands about tracking schedules.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Explain tracking schedules.",
        subcommands: [ScheduleExplain.self]
    )
}
