internal import HTTPTypes
internal import Hummingbird
internal import MonthReports
internal import NIOCore
internal import SQLiteStorage
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoints of months: their reports and files, closing them, and payouts.
struct ReportEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/reports/{month}", .read) { try await report($0, by: $0.principal, via: .api) },
            Endpoint(.get, "/v1/months", .read) { try await months($0) },
            Endpoint(.post, "/v1/months/{month}/close", .admin, reading: CloseBody.self) { try await close($0, $1) },
            Endpoint(.get, "/v1/payouts", .read) { try await payouts($0) },
            Endpoint(.post, "/v1/payouts", .admin, reading: PayoutBody.self) { try await decide($0, $1) },
        ]
    }

    /// What the rows of a report are of.
    enum Rows: String, CaseIterable {
        case member, facility, group, visit

        /// `nil` for visits.
        var key: ReportKey? { ReportKey(rawValue: rawValue) }
    }

    enum Format: String, CaseIterable {
        case json, csv, xlsx
    }

    /// A report or file; those with members are recorded.
    func report(
        _ call: ServiceCall,
        by principal: Principal?,
        via interface: AccessCaller.Interface
    ) async throws -> Response {
        let month = try call.pathMonth("month")
        let (rows, format): (Rows, Format) = (try call.choice("by") ?? .member, try call.choice("format") ?? .json)
        let request = try ReportRequest(month, call)
        let namesMembers = rows == .member || rows == .visit || format == .xlsx
        if namesMembers, let principal {
            let action: AccessRecording = format == .json && rows != .visit ? .read : .export
            try await parts.recorder.record(action, call, by: principal, via: interface)
        }
        let bytes = try await parts.reader.read { store -> ByteBuffer in
            let file = DownloadedFile()
            switch (format, rows.key) {
            case (.json, let key?):
                return ByteBuffer(bytes: JSONDocument.encoded(JSONObject(try request.report(by: key, store))))
            case (.xlsx, let key):
                return ByteBuffer(
                    bytes: try MonthWorkbook.bytes(request.report(by: key ?? .member, store)) { add in
                        try store.months.forEachLine(of: month, group: request.group, add)
                    }
                )
            case (.csv, let key?):
                let found = try request.report(by: key, store)
                var report = Report(found.columns, .csv, defusesFormulas: !request.isRaw, to: file.append)
                for row in found.rows { try report.add(row) }
                try report.end()
            case (.json, nil), (.csv, nil):
                var report = Report(
                    MonthLine.columns,
                    format == .csv ? .csv : .json,
                    defusesFormulas: !request.isRaw,
                    to: file.append
                )
                try store.months.forEachLine(of: month, group: request.group) { try report.add($0) }
                try report.end()
            }
            return file.bytes
        }
        let type: DownloadEndpoints.SheetFormat
        switch format {
        case .json:
            return Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: bytes)
            )
        case .csv: type = .csv
        case .xlsx: type = .xlsx
        }
        let scope = request.group.map { "-\($0.group?.text ?? "no-group")" } ?? ""
        let by = format == .xlsx ? "" : "-by-\(rows.rawValue)"
        return DownloadedFile.response(bytes, "month-\(month)\(scope)\(by).\(format.rawValue)", type.mediaType)
    }

    private func months(_ call: ServiceCall) async throws -> Response {
        .json(JSONObject(try await parts.reader.read { try $0.months.closed() }))
    }

    private func close(_ call: ServiceCall, _ body: CloseBody) async throws -> Response {
        let (month, now) = (try call.pathMonth("month"), parts.now())
        let author = ReportAuthor(call.principal)
        return .json(
            JSONObject(
                try await parts.reader.read { store in
                    try store.months.close(month, at: now, by: author, expecting: body.visits)
                    return try store.months.closed()
                }
            )
        )
    }

    private func payouts(_ call: ServiceCall) async throws -> Response {
        .json(JSONObject(try await parts.reader.read { try $0.months.payoutHistory() }))
    }

    private func decide(_ call: ServiceCall, _ body: PayoutBody) async throws -> Response {
        let decision = PayoutDecision(
            from: try PlainText.valid("from") { () throws(ValidationError) in try Month(body.from) },
            rule: try body.rule?.rule(),
            decidedAt: parts.now(),
            author: ReportAuthor(call.principal)
        )
        let history = try await parts.reader.read { store in
            try store.months.decide(decision)
            return try store.months.payoutHistory()
        }
        return .json(JSONObject(history), status: .created)
    }
}

/// The report that a query asks for.
struct ReportRequest: Sendable {
    let month: Month
    /// `nil` for all.
    let group: GroupSelection?
    let order: ReportOrder
    let descending: Bool
    /// Whether texts of CSV are unchanged.
    let isRaw: Bool

    init(_ month: Month, _ call: ServiceCall) throws {
        self.month = month
        let (named, withoutGroup): (GroupID?, Bool) = (
            try call.identifier("group"), try call.flag("without_group")
        )
        guard named == nil || !withoutGroup else {
            throw Problem.invalid("`group` and `without_group` exclude each other", field: "without_group")
        }
        group = named.map(GroupSelection.named) ?? (withoutGroup ? GroupSelection.none : nil)
        order = try call.choice("sort") ?? .name
        descending = try call.flag("descending")
        isRaw = try call.flag("raw")
    }

    func report(by key: ReportKey, _ store: VisitStore) throws -> MonthReport {
        var report = MonthReport(try store.months.content(of: month, by: key, group: group))
        report.sort(by: order, descending: descending)
        return report
    }
}

struct CloseBody: RequestDocument {
    /// The number of visits that count in it, as seen; `nil` closes it with any.
    let visits: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case visits
    }
}

struct PayoutBody: RequestDocument {
    let from: String
    /// `nil` for no payouts.
    let rule: Rule?

    struct Rule: RequestDocument {
        let days: Int
        let unit: PayoutRule.Unit
        /// Decimal numbers as text, because a binary fraction is not an amount of money.
        let each: String?
        let most: String?
        let currency: String

        enum CodingKeys: String, CodingKey, CaseIterable {
            case days, unit, each, most, currency
        }

        func rule() throws -> PayoutRule {
            try PayoutRule(
                requiredDays: days,
                unit: unit,
                centsPerUnit: each.map { try Money.cents($0) },
                mostCents: most.map { try Money.cents($0) },
                currency: Currency(currency)
            )
        }
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case from, rule
    }

    static var parts: [String: any RequestDocument.Type] { ["rule": Rule.self] }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(String.self, forKey: .from)
        // To end the payouts needs an explicit null: a missing key is an error.
        guard container.contains(.rule) else {
            throw DecodingError.keyNotFound(CodingKeys.rule, .init(codingPath: [], debugDescription: "missing"))
        }
        rule = try container.decodeIfPresent(Rule.self, forKey: .rule)
    }
}

extension PayoutRule.Unit: RequestWord {}

extension ReportAuthor {
    init(_ principal: Principal?) { self.init(id: principal?.tokenID.text ?? "", name: principal?.name) }
}

extension ServiceCall {
    /// Of the path, such as 2024-03.
    func pathMonth(_ name: String) throws -> Month {
        let text = try parameter(name)
        return try PlainText.valid(name) { () throws(ValidationError) in try Month(text) }
    }
}
