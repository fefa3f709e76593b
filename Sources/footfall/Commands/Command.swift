internal import ArgumentParser

/// A command with an injected environment.
protocol Command: ParsableCommand {
    func run(_ console: Console) throws
}

extension Command {
    func run() throws { try run(.process) }
}

protocol AsyncCommand: ParsableCommand {
    func run(_ console: Console) async throws
}
