internal import ArgumentParser
internal import Foundation
internal import MonthReports
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report and close months, and decide what visits are worth.",
        discussion: """
            A month's file has the visits that count in it. Once it is closed it no longer changes: what changes \
            afterwards is an adjustment of the next one.
            """,
        subcommands: [ReportMonth.self, ReportClose.self, ReportPayout.self]
    )
}

struct ReportMonth: Command {
    static let configuration = CommandConfiguration(
        commandName: "month",
        abstract: "Report the visits of a month, beside the month before.",
        discussion: """
            By visit, the file has each visit with the facility's local times, and the adjustments of closed months \
            before. A workbook has both: the rows and the visits. In CSV, a text that a spreadsheet would take for a \
            formula gets a ' before it, unless --raw is given.
            """
    )

    @Argument(help: ArgumentHelp("The local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month

    enum Rows: String, ExpressibleByArgument, CaseIterable {
        case member, facility, group, visit
    }

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json, xlsx, html
    }

    @Option(help: "What the rows are of: member, facility, group or visit.")
    var by: Rows = .member

    @Option(help: "Only the visits of this group.", transform: Transforms.identifier)
    var group: GroupID?

    @Flag(help: "Only the visits of members without a group.")
    var withoutGroup = false

    @Option(help: "The column to sort by, but for rows by visit.")
    var sort: ReportOrder = .name

    @Flag(help: "Sort in descending order.")
    var descending = false

    @Option(help: "Output format: a table or html for people, xlsx for spreadsheets, csv or json for programs.")
    var format: Format = .table

    @Flag(help: "Write the texts of CSV unchanged, for programs.")
    var raw = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of the standard output.", valueName: "file")
    )
    var output: String?

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard group == nil || !withoutGroup else {
            throw ArgumentParser.ValidationError("--group and --without-group exclude each other")
        }
        guard by != .visit || format != .html else {
            throw ArgumentParser.ValidationError("a page has rows by member, facility or group, not by visit")
        }
    }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        if by == .member || by == .visit || format == .xlsx || format == .html {
            try console.record(.export, .list, in: store)
        }
        let selection = group.map(GroupSelection.named) ?? (withoutGroup ? GroupSelection.none : nil)
        if let output { try ResultFile.checkWritable(output) }
        let file = MonthFile(store: store, month: month, group: selection, order: (sort, descending))
        var content: [UInt8] = []
        func write(_ bytes: [UInt8]) throws {
            if output == nil { try console.output(bytes) } else { content += bytes }
        }
        switch format {
        case .table: try file.write(by, .table, defusesFormulas: false, to: write)
        case .csv: try file.write(by, .csv, defusesFormulas: !raw, to: write)
        case .json: try file.write(by, .json, defusesFormulas: false, to: write)
        case .xlsx: try write(file.workbook(by: by.key ?? .member))
        case .html: try write(Array(MonthPage(file, by: by.key ?? .member).html().utf8))
        }
        guard let output else { return }
        try ResultFile.write(content, to: output)
    }
}

extension ReportMonth.Rows {
    /// `nil` for visits.
    var key: ReportKey? { ReportKey(rawValue: rawValue) }
}

struct ReportClose: Command {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close a month: its file no longer changes.",
        discussion: """
            The month has to be over in every time zone, and to follow the last closed one or precede the first. Look at visits that wait \
            for a decision first (`footfall visits queue --month ...`): what is decided afterwards is an \
            adjustment of the next month. A closed month can't be opened again.
            """
    )

    @Argument(help: ArgumentHelp("The local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month

    @Option(help: "Close only if this many visits count in the month, as seen before.")
    var visits: Int?

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        try store.months.close(month, at: console.now(), by: console.reportAuthor, expecting: visits)
        let report = MonthReport(try store.months.content(of: month, by: .facility))
        let counted = CountText.of(report.visits, "visit")
        let adjusted = report.adjustments.isEmpty ? "" : ", \(CountText.of(report.adjustments.count, "adjustment"))"
        try console.print("\(month) is closed: \(counted)\(adjusted)")
        let waiting = try store.visits.count(.decide, month: month)
        guard waiting > 0 else { return }
        console.errors(
            "note: \(CountText.of(waiting, "visit")) of \(month) \(waiting == 1 ? "waits" : "wait") for a decision (`footfall visits "
                + "queue --month \(month)`); what is decided now is an adjustment of the next month"
        )
    }
}

struct ReportPayout: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout",
        abstract: "Decide what a member's visits of a month are worth.",
        subcommands: [PayoutShow.self, PayoutSet.self, PayoutEnd.self],
        defaultSubcommand: PayoutShow.self
    )
}

struct PayoutShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the decisions about payouts; the last one about a month decides."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let history = try database.open(console).months.payoutHistory()
        try format.write(history.decisions, MonthDisplay.decisions, to: console, empty: "no payouts are decided")
    }
}

struct PayoutSet: Command {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Decide about the payouts of a month and all later ones.",
        discussion: """
            For "8 different days a month, one visit a day, at most 50 dollars": --from 2024-03 --days 8 --once-a-day \
            --most 50 --currency USD.
            """
    )

    @Option(help: ArgumentHelp("The first month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var from: Month

    @Option(help: "The different days with a visit that a month needs, 0 to 31.")
    var days = 0

    @Flag(help: "Several visits of a day are worth as much as one.")
    var onceADay = false

    @Option(help: "The amount for each visit, or each day with --once-a-day (default: the month has one amount).")
    var each: String?

    @Option(help: "The most of a month; without --each, the amount of each month with enough days.")
    var most: String?

    @Option(help: "The currency, for instance USD.")
    var currency: String

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let rule = try PayoutRule(
            requiredDays: days,
            unit: onceADay ? .day : .visit,
            centsPerUnit: each.map { try Money.cents($0) },
            mostCents: most.map { try Money.cents($0) },
            currency: Currency(currency)
        )
        try console.decide(from, rule, in: database)
        try console.print("from \(from) on: \(rule)")
    }
}

struct PayoutEnd: Command {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End the payouts: a month and all later ones have none."
    )

    @Option(help: ArgumentHelp("The first month without.", valueName: "yyyy-mm"), transform: Transforms.month)
    var from: Month

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        try console.decide(from, nil, in: database)
        try console.print("from \(from) on: no payouts")
    }
}

extension Console {
    /// The user who runs the command.
    var reportAuthor: ReportAuthor { ReportAuthor(id: "command line", name: userName) }

    fileprivate func decide(_ from: Month, _ rule: PayoutRule?, in database: DatabaseOptions) throws {
        try database.openToWrite(self).months.decide(
            PayoutDecision(from: from, rule: rule, decidedAt: now(), author: reportAuthor)
        )
    }
}
