internal import ArgumentParser
internal import Foundation
internal import Interchange

@main
struct Footfall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "footfall",
        abstract: "Counts visits to facilities from location fixes.",
        discussion: """
            Load facilities and members, replay recorded tracks, and list the visits of a month. All data is in one \
            SpatiaLite file, given by --database or by the environment variable FOOTFALL_DATABASE. Options of `serve`, \
            `replay`, the imports and `webhooks deliver` can be set in a file too: see `footfall config`.
            """,
        version: Version().text,
        subcommands: [
            DemoCommand.self,
            FacilitiesCommand.self, MembersCommand.self, ReplayCommand.self, EventsCommand.self, VisitsCommand.self,
            CountsCommand.self, ReportCommand.self, ExportCommand.self, ServeCommand.self, TokensCommand.self,
            WebhooksCommand.self,
            RegistrationsCommand.self,
            DevicesCommand.self, QuarantineCommand.self, AccessRecordCommand.self, PolicyCommand.self,
            SettingsCommand.self, BackupCommand.self,
            ConfigCommand.self, RestoreCommand.self, UpgradeCommand.self, CheckCommand.self,
            SimulateCommand.self,
            DoctorCommand.self,
            LabCommand.self,
            ScheduleCommand.self,
            TrackingOptionsCommand.self,
        ]
    )

    /// Parses the arguments and runs the command; the result is a status as in sysexits(3).
    static func run(_ arguments: [String], _ console: Console) async -> Int32 {
        do {
            if arguments.isEmpty {
                try console.output(Array(firstSteps.utf8))
                return 0
            }
            let (configured, added, console) = try await ConfiguredValues.apply(to: arguments, console)
            var command = try parse(configured, isConfigured: added > 0, console)
            switch command {
            case let command as any AsyncCommand: try await command.run(console)
            case let command as any Command: try command.run(console)
            default: try command.run()
            }
            return 0
        } catch {
            return console.end(after: error, arguments)
        }
    }

    /// Parses arguments; an error says that some may have been configured.
    private static func parse(
        _ arguments: [String],
        isConfigured: Bool,
        _ console: Console
    ) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(shielded(arguments))
        } catch {
            if isConfigured, !exitCode(for: error).isSuccess {
                console.errors(
                    "note: options were also read from the environment or a file; see `footfall config show`"
                )
            }
            throw error
        }
    }

    /// What one does first, for a call without arguments.
    private static let firstSteps = """
        Footfall counts visits to facilities from location fixes. What one does first:

          footfall demo                              see it: made-up places and phones, in the browser
          footfall facilities import facilities.csv  load the places of your network
          footfall serve                             take the fixes of phones, and show the pages
          footfall replay tracks.csv                 find the visits in recorded tracks
          footfall counts --month 2026-10            count the visits of a month

        All data is in one file: --database FILE, or the environment variable FOOTFALL_DATABASE.
        `footfall --help` lists all commands, `footfall help COMMAND` describes one.

        """

    /// Puts a space before a coordinate that begins with a negative latitude, because it would be parsed as options:
    /// `-33.9,151.2`.
    static func shielded(_ arguments: [String]) -> [String] {
        arguments.map { argument in
            let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
                .map { Double(String($0).trimmingSpaces) }
            return argument.hasPrefix("-") && numbers.count == 2 && !numbers.contains(nil) ? " " + argument : argument
        }
    }

    static func main() async {
        // A closed pipe must fail the write and not end the process, because messages may be in progress.
        signal(SIGPIPE, SIG_IGN)
        Foundation.exit(await run(Array(CommandLine.arguments.dropFirst()), .process))
    }
}

extension Footfall {
    /// A question with the commands as they were probably meant; `nil` where none of them looks mistyped.
    static func suggestion(for arguments: [String]) -> String? {
        var path = ["footfall"]
        var commands = configuration.subcommands
        for argument in arguments {
            // The first option may have a value that would be mistaken for a command.
            guard !argument.hasPrefix("-"), !commands.isEmpty else { return nil }
            if let command = commands.first(where: { $0.configuration.commandName == argument }) {
                path.append(argument)
                commands = command.configuration.subcommands
                continue
            }
            guard let nearest = NearestName.find(argument, in: commands.compactMap { $0.configuration.commandName })
            else { return nil }
            return "Did you mean `\((path + [nearest]).joined(separator: " "))`?"
        }
        return nil
    }
}
