internal import ArgumentParser

/// The command line of Footfall.
@main
struct Footfall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "footfall",
        abstract: "Counts real visits to real places from location fixes.",
        discussion: """
            Load a network of facilities and its members, replay recorded tracks, and read the visits of a month. \
            Everything is kept in one SpatiaLite file, named by --database or by the environment's FOOTFALL_DATABASE.
            """,
        version: "0.1.0",
        subcommands: [
            FacilitiesCommand.self, MembersCommand.self, ReplayCommand.self, EventsCommand.self, VisitsCommand.self,
            CountsCommand.self, RegistrationsCommand.self, DevicesCommand.self, PolicyCommand.self,
        ]
    )

    /// Puts a blank before a point in the south, which would be taken for options: `-33.9,151.2`.
    static func shielded(_ arguments: [String]) -> [String] {
        arguments.map { argument in
            let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            return argument.hasPrefix("-") && numbers.count == 2 && !numbers.contains(nil) ? " " + argument : argument
        }
    }

    /// Parses the arguments, runs the command, and ends the process with a status as in sysexits(3).
    static func main() {
        do {
            var command = try parseAsRoot(shielded(Array(CommandLine.arguments.dropFirst())))
            try command.run()
        } catch {
            Console.end(after: error)
        }
    }
}
