internal import ArgumentParser
internal import VisitStore

/// Lists the tokens.
struct TokensList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens, without their secrets."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        var report = Report(TokenDisplay.columns, format.format, to: console.output)
        try report.begin()
        for token in try store.accessTokens() { try report.add(token) }
        try report.end(note: report.count == 0 ? "no tokens; `footfall tokens add` creates one" : nil)
    }
}
