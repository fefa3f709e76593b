internal import ArgumentParser
internal import SimulationLab

extension Footfall {
    /// A suggestion for a mistyped command.
    ///
    /// - Parameter arguments: the command line.
    /// - Returns: a question with the commands as they were probably meant; `nil` where none of them looks mistyped.
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
            else {
                return nil
            }
            return "Did you mean `\((path + [nearest]).joined(separator: " "))`?"
        }
        return nil
    }
}
