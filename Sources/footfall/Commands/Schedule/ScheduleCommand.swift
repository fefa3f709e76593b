internal import ArgumentParser

/// Groups the commands about tracking schedules.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Work with the schedules by which phones track.",
        subcommands: [ScheduleExplain.self]
    )
}
