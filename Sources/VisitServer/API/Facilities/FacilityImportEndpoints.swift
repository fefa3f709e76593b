internal import Hummingbird
internal import Interchange
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
