internal import ArgumentParser

/// When phones track.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Work with the schedules by which phones track.",
        subcommands: [ScheduleExplain.self]
    )
}
