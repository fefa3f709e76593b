internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct VisitEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/visits", .read, recording: .read) { try await list($0) },
            Endpoint(.get, "/v1/visits/{visit}", .read, recording: .read) { try await show($0) },
            Endpoint(.get, "/v1/counts", .read) { try await counts($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        let filter = VisitFilter(
            month: try call.month("month"),
            member: try await parts.reader.member(call),
            facility: try await parts.reader.facility(call),
            since: try call.time("since"),
            until: try call.time("until"),
            verdicts: try verdicts(call),
            includesWithdrawn: try call.flag("include_withdrawn"),
            after: try call.after("visits", Self.place),
            limit: limit + 1
        )
        let found = try await parts.reader.read { try $0.visits.all(matching: filter) }
        return .json(
            JSONObject(
                page: "visits",
                of: found,
                limit: limit,
                place: { ["\($0.enteredAt.milliseconds)", $0.id.text] },
                { $0.json }
            )
        )
    }

    /// By name or by `counted`; the empty set for all.
    private func verdicts(_ call: ServiceCall) throws -> Set<Visit.Verdict> {
        let named = Set(try call.choices("verdict") as [Visit.Verdict])
        guard call.word("counted") != nil else { return named }
        let isCounted = try call.flag("counted")
        let wanted = Set(Visit.Verdict.allCases).filter { ($0 == .counted) == isCounted }
        let both = named.isEmpty ? wanted : wanted.intersection(named)
        guard !both.isEmpty else {
            throw Problem.invalid(
                "no visit has this `verdict` and this `counted`; omit one of them",
                field: "counted"
            )
        }
        return both
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let pipeline = parts.live.pipeline
        return .json(try await parts.reader.read { _ in try pipeline.visitDocument(id) })
    }

    private func counts(_ call: ServiceCall) async throws -> Response {
        guard let month = try call.month("month") else {
            throw Problem.invalid("`month` is missing, expected a month such as 2024-03", field: "month")
        }
        let keys = Set(try call.choices("by") as [CountKey])
        // Counts of members are personal data, and totals are not.
        if keys.contains(.member), let principal = call.principal {
            try await parts.recorder.record(.read, call, by: principal, via: .api)
        }
        let by = keys.reduce(into: CountKeys()) { $0.insert($1.key) }
        let found = try await parts.reader.read { try $0.visits.counts(month, by: by) }
        // A month without a visit has the count 0.
        let counts =
            found.isEmpty && by.isEmpty ? [VisitCount(member: nil, facility: nil, visits: 0, days: 0)] : found
        var document = JSONObject()
        document["month"] = month.description
        document["counts"] = counts.map { $0.json(in: month, by: by) }
        return .json(document)
    }

    static func place(_ parts: [String]) -> VisitCursor? {
        guard parts.count == 2, let time = Int64(parts[0]), let id = try? VisitID(parts[1]) else { return nil }
        return VisitCursor(enteredAt: Timestamp(milliseconds: time), id: id)
    }
}

private enum CountKey: String, CaseIterable {
    case member, facility

    var key: CountKeys { self == .member ? .member : .facility }
}
