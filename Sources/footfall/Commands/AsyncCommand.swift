internal import ArgumentParser

/// An asynchronous command whose environment is injected.
protocol AsyncCommand: ParsableCommand {
    /// Runs the command.
    func run(_ console: Console) async throws
}
