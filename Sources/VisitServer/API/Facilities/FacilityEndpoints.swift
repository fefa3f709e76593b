internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct FacilityEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/facilities", .read, recording: .readWhereNamed) { try await list($0) },
            Endpoint(.get, "/v1/facilities/near", .read, recording: .readWhereNamed) { try await near($0) },
            Endpoint(.get, "/v1/facilities/{facility}", .read) { try await show($0) },
            Endpoint(.put, "/v1/facilities/{facility}", .admin, reading: FacilityBody.self) { try await put($0, $1) },
            Endpoint(.delete, "/v1/facilities/{facility}", .admin) { try await retire($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        let filter = FacilityFilter(
            includesRetired: try call.flag("include_retired"),
            member: try await parts.reader.member(call),
            city: try call.text("city"),
            state: try call.text("state"),
            text: try call.text("q"),
            after: try call.afterID("facilities"),
            limit: limit + 1
        )
        let found = try await parts.reader.read { try $0.facilities.all(matching: filter) }
        return .json(
            JSONObject(page: "facilities", of: found, limit: limit, place: { [$0.facility.id.text] }) {
                $0.facility.json(retiredAt: $0.retiredAt)
            }
        )
    }

    private func near(_ call: ServiceCall) async throws -> Response {
        guard let point = try call.point() else {
            throw Problem.invalid("`lat` is missing; a point is `lat` and `lon`, in degrees", field: "lat")
        }
        let limit = try call.limit(default: 20, most: 100)
        let member = try await parts.reader.member(call)
        let found = try await parts.reader.read {
            try $0.facilities.nearest(to: point, count: limit, member: member)
        }
        return .json(["facilities": found.map(\.json)])
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        .json(try await facility(call.pathIdentifier("facility")))
    }

    private func put(_ call: ServiceCall, _ body: FacilityBody) async throws -> Response {
        let id: FacilityID = try call.pathIdentifier("facility")
        let effectiveFrom = try parts.effectiveFrom(call)
        let form = try body.form(id)
        let result = try await parts.reader.read { try form.checked(among: $0.facilities) }
        guard let facility = result.facility else {
            let first = result.diagnostics.first { $0.severity == .error }
            throw Problem.invalid(
                first.map { "\($0.column.map { "`\($0)`: " } ?? "")\($0.message)" } ?? "this is not a facility",
                field: first?.column
            )
        }
        let now = parts.now()
        let outcome = try await parts.reader.read {
            try $0.facilities.save(facility, effectiveFrom: effectiveFrom, observedAt: now)
        }
        var document = JSONObject()
        document["facility"] = try await self.facility(id)
        document["outcome"] = outcome.rawValue
        document["diagnostics"] = result.diagnostics.map(\.json)
        return .json(document, status: outcome == .added ? .created : .ok)
    }

    private func retire(_ call: ServiceCall) async throws -> Response {
        let id: FacilityID = try call.pathIdentifier("facility")
        let (effectiveFrom, now) = (try parts.effectiveFrom(call), parts.now())
        _ = try await parts.reader.read {
            try $0.facilities.retire(id, effectiveFrom: effectiveFrom, observedAt: now)
        }
        return .json(try await facility(id))
    }

    private func facility(_ id: FacilityID) async throws -> JSONObject {
        guard let stored = try await parts.reader.read({ try $0.facilities.find(id) }) else {
            throw Problem.notFound("there is no facility `\(id)`; /v1/facilities lists all of them")
        }
        return stored.facility.json(retiredAt: stored.retiredAt)
    }
}

struct FacilityBody: RequestDocument {
    let name: String
    let address: String?
    let city: String?
    let state: String?
    let postalCode: String?
    let country: String?
    let latitude: Double?
    let longitude: Double?
    let radiusMeters: Double?
    let boundary: BoundaryDocument?
    let dwellSeconds: Int?
    let timeZone: String?
    let stays: String?
    let partOf: String?

    static let parts: [String: any RequestDocument.Type] = ["boundary": BoundaryDocument.self]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, address, city, state, country, latitude, longitude, boundary, stays
        case postalCode = "postal_code"
        case radiusMeters = "radius_m"
        case dwellSeconds = "dwell_seconds"
        case timeZone = "time_zone"
        case partOf = "part_of"
    }

    /// The form is validated like a row of a facility file.
    func form(_ id: FacilityID) throws -> FacilityForm {
        if let boundary, !boundary.isArea {
            throw Problem.invalid(
                "`boundary` is neither a GeoJSON Polygon nor a MultiPolygon (RFC 7946)",
                field: "boundary"
            )
        }
        let isPoint = latitude != nil && longitude != nil
        guard boundary != nil || isPoint else {
            let missing = latitude == nil ? "latitude" : "longitude"
            throw Problem.invalid(
                "`\(missing)` is missing; a fence is `latitude`, `longitude` and `radius_m`, or `boundary`",
                field: missing
            )
        }
        var fields: [FacilityField: String] = [:]
        fields[.latitude] = latitude.map(\.description)
        fields[.longitude] = longitude.map(\.description)
        fields[.radiusMeters] = radiusMeters.map(\.description)
        fields[.dwellSeconds] = dwellSeconds.map(\.description)
        fields[.timeZone] = try timeZone.map { try PlainText.checked($0, "time_zone") }
        fields[.stays] = try stays.map { try PlainText.checked($0, "stays") }
        fields[.boundary] = boundary.map { String(decoding: JSONDocument.encoded($0), as: UTF8.self) }
        return FacilityForm(
            id: id,
            name: try PlainText.checked(name, "name"),
            address: PostalAddress(
                street: try PlainText.checked(address ?? "", "address"),
                city: try PlainText.checked(city ?? "", "city"),
                state: try PlainText.checked(state ?? "", "state"),
                postalCode: try PlainText.checked(postalCode ?? "", "postal_code"),
                country: try PlainText.checked(country ?? "", "country")
            ),
            partOf: try PlainText.identifier(partOf?.orNothing, "part_of"),
            fields: fields
        )
    }
}

extension Diagnostic {
    var json: JSONObject {
        var json = JSONObject()
        json["code"] = code
        json["column"] = column
        json["message"] = message
        json["severity"] = severity.rawValue
        return json
    }
}
