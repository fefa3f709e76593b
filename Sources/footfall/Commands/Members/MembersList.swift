internal import ArgumentParser
internal import VisitStore

/// Lists the members.
struct MembersList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the members.")

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        var report = Report(MemberDisplay.columns, format.format, to: console.output)
        try report.begin()
        try store.eachMember { try report.add($0) }
        try report.end(note: report.count == 1 ? "1 member" : "\(report.count) members")
    }
}
