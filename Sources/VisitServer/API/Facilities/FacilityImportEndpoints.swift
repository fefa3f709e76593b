internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct FacilityImportEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.post, "/v1/facilities/import", .admin) { try await facilities($0) },
            Endpoint(.post, "/v1/members/import", .admin) { try await members($0) },
        ]
    }

    private func facilities(_ call: ServiceCall) async throws -> Response {
        let options = FacilityImportOptions(
            overrides: try FacilityColumns.overrides(mappings(call)),
            timeZone: try call.timeZone("time_zone"),
            mode: try mode(call),
            effectiveFrom: try parts.effectiveFrom(call),
            observedAt: parts.now()
        )
        let bytes = try await call.body(parts.fileLimits)
        let report = try await parts.reader.read {
            try $0.importFacilities(bytes, name: "facilities.csv", options: options)
        }
        return ImportResponse(report).response
    }

    private func members(_ call: ServiceCall) async throws -> Response {
        let options = MemberImportOptions(
            overrides: try MemberColumns.overrides(mappings(call)),
            mode: try mode(call)
        )
        let bytes = try await call.body(parts.fileLimits)
        let report = try await parts.reader.read {
            try $0.importMembers(bytes, name: "members.csv", options: options)
        }
        return ImportResponse(report).response
    }

    private func mode(_ call: ServiceCall) throws -> ImportMode {
        ImportMode(
            isStrict: try call.flag("strict"),
            isDryRun: try call.flag("dry_run"),
            replaces: try call.flag("replace")
        )
    }

    /// The column mappings of the query: `map=latitude=LAT_DD`, repeated as needed.
    private func mappings(_ call: ServiceCall) throws -> [String] {
        let texts = call.queries("map")
        guard texts.count <= 50 else {
            throw Problem.invalid("`map` comes \(texts.count) times, expected at most 50", field: "map")
        }
        return try texts.map { try PlainText.checked($0, "map") }
    }
}

/// Has the keys of a problem too where the file prevented the import.
struct ImportResponse: Encodable, Sendable {
    /// The response contains this many diagnostics; the rest is only counted.
    static let remarkLimit = 1_000

    let outcome: String
    let counts: [String: Int]
    let diagnosticCounts: Counts
    let diagnostics: [Remark]
    let mapping: [String: String]
    let ignoredColumns: [String]
    private let problem: Problem?

    struct Counts: Encodable, Sendable {
        let byCode: [String: Int]
        let bySeverity: [String: Int]
        /// The number of diagnostics that are left out.
        let omitted: Int

        enum CodingKeys: String, CodingKey {
            case omitted
            case byCode = "by_code"
            case bySeverity = "by_severity"
        }
    }

    struct Remark: Encodable, Sendable {
        let line: Int
        @OrNull var column: String?
        let severity: String
        let code: String
        let message: String
    }

    private enum CodingKeys: String, CodingKey {
        case outcome, counts, diagnostics, mapping
        case diagnosticCounts = "diagnostic_counts"
        case ignoredColumns = "ignored_columns"
    }

    init(_ report: ImportReport) {
        let document = report.document
        let remarks = document.diagnostics.entries.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .prefix(Self.remarkLimit)
        counts = document.counts
        mapping = document.mapping
        ignoredColumns = document.ignoredColumns
        diagnostics = remarks.map { _, remark in
            Remark(
                line: remark.line,
                column: remark.column,
                severity: remark.severity.rawValue,
                code: remark.code,
                message: remark.message
            )
        }
        let all = document.diagnostics.countsBySeverity
        diagnosticCounts = Counts(
            byCode: document.diagnostics.countsByCode,
            bySeverity: Dictionary(
                uniqueKeysWithValues: Diagnostic.Severity.allCases.map { ($0.rawValue, document.diagnostics[$0]) }
            ),
            omitted: all.values.reduce(0, +) - remarks.count
        )
        switch report.outcome {
        case .imported: (outcome, problem) = ("imported", nil)
        case .dryRun: (outcome, problem) = ("tried", nil)
        case .nothingUsable:
            outcome = "nothing_usable"
            problem = Problem(
                .unprocessableContent,
                outcome,
                "no usable row, so nothing was written; see diagnostics"
            )
        case .refused:
            outcome = "refused"
            problem = Problem(
                .unprocessableContent,
                outcome,
                "a row is unusable and `strict` is set, so nothing was written; see diagnostics"
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        try problem?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(counts, forKey: .counts)
        try container.encode(diagnosticCounts, forKey: .diagnosticCounts)
        try container.encode(diagnostics, forKey: .diagnostics)
        try container.encode(mapping, forKey: .mapping)
        try container.encode(ignoredColumns, forKey: .ignoredColumns)
    }

    var response: Response {
        guard let problem else { return .json(self) }
        var response = problem.response
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: JSONDocument.encoded(self)))
        return response
    }
}
