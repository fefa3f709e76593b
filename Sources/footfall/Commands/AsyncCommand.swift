internal import ArgumentParser

/// A command that waits for the network, in a world that is handed to it.
protocol AsyncCommand: ParsableCommand {
    /// Does it.
    func run(_ console: Console) async throws
}
