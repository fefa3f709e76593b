internal import Interchange
internal import VisitModel
internal import VisitPipeline

struct FacilityBody: Decodable, Sendable {
    let name: String
    let address: String?
    let city: String?
    let state: String?
    let postalCode: String?
    let country: String?
    let latitude: Double?
    let longitude: Double?
    let radiusMeters: Double?
    let boundary: PolygonDocument?
    let dwellSeconds: Int?
    let timeZone: String?

    enum CodingKeys: String, CodingKey {
        case name, address, city, state, country, latitude, longitude, boundary
        case postalCode = "postal_code"
        case radiusMeters = "radius_m"
        case dwellSeconds = "dwell_seconds"
        case timeZone = "time_zone"
    }

    /// The form is validated like a row of a facility file.
    func form(_ id: FacilityID) throws -> FacilityForm {
        if let boundary, boundary.type != "Polygon" {
            throw Problem.invalid("`boundary` is not GeoJSON Polygon (RFC 7946)", field: "boundary")
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
            fields: fields
        )
    }
}

struct FacilityPutResponse: Encodable, Sendable {
    let facility: FacilityResponse
    /// `added`, `updated` or `unchanged`.
    let outcome: String
    let diagnostics: [RemarkResponse]
}

struct RemarkResponse: Encodable, Sendable {
    let code: String
    @OrNull var column: String?
    let message: String
    let severity: String

    init(_ diagnostic: Diagnostic) {
        code = diagnostic.code
        message = diagnostic.message
        severity = diagnostic.severity.rawValue
        column = diagnostic.column
    }
}
