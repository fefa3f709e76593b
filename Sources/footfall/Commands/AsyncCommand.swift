internal import ArgumentParser

/// An asynchronous command with an injected environment.
protocol AsyncCommand: ParsableCommand {
    /// Runs the command.
    func run(_ console: Console) async throws
}
