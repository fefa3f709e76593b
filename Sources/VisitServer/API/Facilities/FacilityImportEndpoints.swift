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
            Endpoint(.post, "/v1/facilities/import", .admin, body: .file) { try await facilities($0) },
            Endpoint(.post, "/v1/members/import", .admin, body: .file) { try await members($0) },
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
        let name = FeatureSurvey.isFeatureList(bytes) ? "facilities.geojson" : "facilities.csv"
        let report = try await parts.reader.read {
            try $0.importFacilities(bytes, name: name, options: options)
        }
        return report.response
    }

    private func members(_ call: ServiceCall) async throws -> Response {
        let options = MemberImportOptions(
            overrides: try MemberColumns.overrides(mappings(call)),
            mode: try mode(call),
            groupsFrom: try call.day("groups_from"),
            observedAt: parts.now()
        )
        let bytes = try await call.body(parts.fileLimits)
        let report = try await parts.reader.read {
            try $0.importMembers(bytes, name: "members.csv", options: options)
        }
        return report.response
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

extension ImportReport {
    /// The response contains this many diagnostics; the rest is only counted.
    private static let remarkLimit = 1_000

    /// Has the keys of a problem too where the file prevented the import.
    fileprivate var response: Response {
        let log = diagnostics
        let remarks = log.entriesByLine.prefix(Self.remarkLimit)
        var counted = JSONObject()
        counted["by_code"] = log.countsByCode
        counted["by_severity"] = Dictionary(
            uniqueKeysWithValues: Diagnostic.Severity.allCases.map { ($0.rawValue, log[$0]) }
        )
        counted["omitted"] = log.countsBySeverity.values.reduce(0, +) - remarks.count
        let (outcome, refusal): (String, String?) =
            switch self.outcome {
            case .imported: ("imported", nil)
            case .dryRun: ("tried", nil)
            case .nothingUsable: ("nothing_usable", "no usable row, so nothing was written; see diagnostics")
            case .refused:
                ("refused", "a row is unusable and `strict` is set, so nothing was written; see diagnostics")
            }
        var document = JSONObject()
        document["outcome"] = outcome
        document["counts"] = counts
        document["diagnostic_counts"] = counted
        document["diagnostics"] = remarks.map { remark -> JSONObject in
            var entry = remark.json
            entry["line"] = remark.line
            return entry
        }
        document["kept"] = keptCounts
        document["mapping"] = self.document.mapping
        document["ignored_columns"] = ignoredColumns
        guard let refusal else { return .json(document) }
        let problem = Problem(.unprocessableContent, outcome, refusal)
        document["type"] = problem.type
        document["title"] = problem.title
        document["status"] = problem.status
        document["detail"] = problem.detail
        var response = problem.response
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: JSONDocument.encoded(document)))
        return response
    }
}

extension DiagnosticLog {
    var entriesByLine: [Diagnostic] {
        entries.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }
}
