internal import ArgumentParser

/// A command with an injected environment.
protocol Command: ParsableCommand {
    /// Runs the command.
    func run(_ console: Console) throws
}

extension Command {
    /// Runs the command in the environment of the process.
    func run() throws {
        try run(.process)
    }
}

/// An asynchronous command with an injected environment.
protocol AsyncCommand: ParsableCommand {
    /// Runs the command.
    func run(_ console: Console) async throws
}
