internal import ArgumentParser
internal import Foundation
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct QuarantineRetry: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry quarantined records.",
        discussion: """
            Give a record's number, or options that select records, or --all. A record that can be used now is stored \
            like any other fix and removed from quarantine; the rest stays.
            """
    )

    @Argument(help: "The record's number.")
    var number: Int64?

    @OptionGroup var options: QuarantineOptions

    @Flag(help: "All of them.")
    var all = false

    @OptionGroup var policy: PolicyOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard [number != nil, !options.isEmpty, all].filter({ $0 }).count == 1 else {
            throw ArgumentParser.ValidationError(
                "give either a record's number, or select records by --app, --member, --device or --code, or --all"
            )
        }
    }

    func run(_ console: Console) async throws {
        let store = try database.open(console)
        let now = console.now()
        let live = try LiveIngest(
            store: store,
            policy: try policy.chosen(),
            selection: policy.selection,
            now: { now }
        )
        var (stored, left) = (0, 0)
        if let number {
            guard let outcome = try await live.retry(QuarantinedRecord.Key(rawValue: number)) else {
                throw CommandFailure(
                    .data,
                    "there is no record `\(number)`; `footfall quarantine list` lists the latest"
                )
            }
            try count(outcome, &stored, &left, console)
        } else {
            var filter = options.filter()
            filter.limit = 500
            while let last = try await retryPage(filter, live, &stored, &left, console) { filter.after = last }
        }
        await live.stop()
        try console.print("\(Self.records(stored)) stored; \(Self.records(left)) still can't be used")
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
            if let outcome = try await live.retry(record.key) { try count(outcome, &stored, &left, console) }
        }
        return records.last?.key
    }

    private func count(_ outcome: RetriedRecord, _ stored: inout Int, _ left: inout Int, _ console: Console) throws {
        guard let reason = outcome.reason else { return stored += 1 }
        left += 1
        try console.print("\(outcome.key.rawValue): \(reason.message)")
    }

    private static func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }
}
