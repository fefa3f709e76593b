internal import ArgumentParser
internal import Foundation
internal import Interchange
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct QuarantineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "Show, retry and delete quarantined records of phones.",
        discussion: """
            Records that could not be used are kept as received, long ones with their first 64 kB, their length and \
            their SHA-256 digest: refusing them would block the phone's queue for days. The limit is 4 MiB for each \
            phone and 256 MiB in total; beyond it the oldest records of the phone that uses most are dropped and \
            counted.
            """,
        subcommands: [QuarantineList.self, QuarantineShow.self, QuarantineRetry.self, QuarantinePurge.self],
        defaultSubcommand: QuarantineList.self
    )
}

struct QuarantineList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List quarantined records, newest first."
    )

    @OptionGroup var options: QuarantineOptions

    @Option(
        help: ArgumentHelp("Only records received at or after this time.", valueName: "time"),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Option(help: "The maximum number of rows, 1 or more.")
    var limit = 50

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard limit > 0 else { throw ArgumentParser.ValidationError("--limit is \(limit), expected 1 or more") }
    }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let records = try store.quarantine.all(matching: options.filter(since: since, limit: limit))
        var report = Report(QuarantineDisplay.columns, format.format, to: console.output)
        for record in records { try report.add(record) }
        try report.end(
            note: records.isEmpty ? "no records" : records.count == limit ? "there may be more: --limit" : nil
        )
        let dropped = try store.quarantine.usage().dropped
        if dropped > 0 {
            console.errors(
                "hint: \(CountText.of(dropped, "older record was", "older records were")) dropped to free space: the "
                    + "limit for a phone is 4 MiB, in total 256 MiB"
            )
        }
    }
}

struct QuarantineShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one quarantined record as received."
    )

    @Argument(help: "The record's number.")
    var number: Int64

    @Flag(help: "Write only the record's bytes.")
    var raw = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let key = QuarantinedRecord.Key(rawValue: number)
        guard let record = try database.open(console).quarantine.find(key) else {
            throw CommandFailure.noRecord(number)
        }
        guard !raw else { return try console.output(record.record) }
        try Report.writeOne(record, QuarantineDisplay.details, format.format, to: console.output)
    }
}

struct QuarantinePurge: Command {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Delete quarantined records.",
        discussion: "Give a record's number, or options that select records, or --all."
    )

    @Argument(help: "The record's number.")
    var number: Int64?

    @OptionGroup var options: QuarantineOptions

    @Option(
        help: ArgumentHelp("Only records last received before this time.", valueName: "time"),
        transform: Transforms.time
    )
    var before: Timestamp?

    @Flag(help: "All of them.")
    var all = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        let isFiltered = !options.isEmpty || before != nil
        guard [number != nil, isFiltered, all].filter({ $0 }).count == 1 else {
            throw ArgumentParser.ValidationError(
                """
                give either a record's number, or select records by --app, --member, --device, --code or --before, or \
                --all
                """
            )
        }
    }

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        if let number {
            guard try store.quarantine.delete(QuarantinedRecord.Key(rawValue: number)) else {
                throw CommandFailure.noRecord(number)
            }
            return try console.print("1 record deleted")
        }
        let count = try store.quarantine.delete(matching: options.filter(until: before))
        try console.print("\(CountText.of(count, "record")) deleted")
    }
}

struct QuarantineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only records in this app's format.", valueName: "name"))
    var app: String?

    @Option(help: ArgumentHelp("Only records of this member.", valueName: "id"), transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: ArgumentHelp("Only records of this phone.", valueName: "id"), transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: ArgumentHelp("Only records with this reason.", valueName: "name"))
    var code: String?

    /// With a limit, newest records come first.
    func filter(since: Timestamp? = nil, until: Timestamp? = nil, limit: Int? = nil) -> QuarantineFilter {
        QuarantineFilter(
            app: app,
            device: device,
            member: member,
            code: code,
            since: since,
            until: until,
            limit: limit,
            newestFirst: limit != nil
        )
    }

    var isEmpty: Bool { app == nil && member == nil && device == nil && code == nil }
}

struct QuarantineRetry: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry quarantined records.",
        discussion: """
            Give a record's number, or options that select records, or --all. A record that can be used now is stored \
            like any other fix and removed from quarantine; the rest stays.

            A record without an owner, for instance of an app that sends no device id, is stored as the member or phone \
            that --as-member and --as-device name.
            """
    )

    @Argument(help: "The record's number.")
    var number: Int64?

    @OptionGroup var options: QuarantineOptions

    @Flag(help: "All of them.")
    var all = false

    @Option(
        help: ArgumentHelp("The member that owns the records, whatever they name themselves.", valueName: "id"),
        transform: Transforms.identifier
    )
    var asMember: MemberID?

    @Option(
        help: ArgumentHelp("The phone that owns the records, whatever they name themselves.", valueName: "id"),
        transform: Transforms.identifier
    )
    var asDevice: DeviceID?

    @OptionGroup var policy: PolicyOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard [number != nil, !options.isEmpty, all].filter({ $0 }).count == 1 else {
            throw ArgumentParser.ValidationError(
                "give either a record's number, or select records by --app, --member, --device or --code, or --all"
            )
        }
    }

    private var owner: PhoneSender { PhoneSender(member: asMember, device: asDevice) }

    func run(_ console: Console) async throws {
        let store = try database.openToWrite(console)
        let now = console.now()
        let live = try LiveIngest(
            store: store,
            policy: try policy.chosen(),
            selection: policy.selection,
            now: { now }
        )
        var (stored, left) = (0, 0)
        if let number {
            guard let outcome = try await live.retry(QuarantinedRecord.Key(rawValue: number), as: owner) else {
                throw CommandFailure.noRecord(number)
            }
            try count(outcome, &stored, &left, console)
        } else {
            var filter = options.filter()
            filter.limit = 500
            while let last = try await retryPage(filter, live, &stored, &left, console) { filter.after = last }
        }
        await live.stop()
        try console.print(
            "\(CountText.of(stored, "record")) stored; \(CountText.of(left, "record")) still can't be used"
        )
    }

    /// Retries one page of records.
    ///
    /// - Returns: the key of the last record; `nil` where the page is empty.
    private func retryPage(
        _ filter: QuarantineFilter,
        _ live: LiveIngest,
        _ stored: inout Int,
        _ left: inout Int,
        _ console: Console
    ) async throws -> QuarantinedRecord.Key? {
        let records = try live.pipeline.store.quarantine.all(matching: filter)
        for record in records {
            if let outcome = try await live.retry(record.key, as: owner) { try count(outcome, &stored, &left, console) }
        }
        return records.last?.key
    }

    private func count(_ outcome: RetriedRecord, _ stored: inout Int, _ left: inout Int, _ console: Console) throws {
        guard let reason = outcome.reason else { return stored += 1 }
        left += 1
        try console.print("\(outcome.key.rawValue): \(reason.message)")
    }
}
