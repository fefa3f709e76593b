internal import ArgumentParser

/// A command that does something, in a world that is handed to it.
protocol Command: ParsableCommand {
    /// Does it.
    func run(_ console: Console) throws
}

extension Command {
    /// Does it in the world of the process.
    func run() throws {
        try run(.process)
    }
}
