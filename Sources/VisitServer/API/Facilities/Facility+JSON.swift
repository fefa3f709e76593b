internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension Facility {
    func json(retiredAt: Timestamp?) -> JSONObject {
        let center = geofence.center
        var json = JSONObject()
        json["facility_id"] = id.text
        json["name"] = name.orNothing
        json["address"] = address.street.orNothing
        json["city"] = address.city.orNothing
        json["state"] = address.state.orNothing
        json["postal_code"] = address.postalCode.orNothing
        json["country"] = address.country.orNothing
        json["latitude"] = center.latitude
        json["longitude"] = center.longitude
        json["dwell_seconds"] = dwellThreshold.seconds
        json["time_zone"] = timeZone?.identifier
        json["stays"] = stays.rawValue
        json["part_of"] = partOf?.text
        json["retired_at"] = retiredAt?.iso8601
        switch geofence {
        case .circle(_, let radius): (json["radius_m"], json["boundary"]) = (radius.meters, nil)
        case .polygon, .multiPolygon: (json["radius_m"], json["boundary"]) = (nil, BoundaryDocument(geofence.polygons))
        }
        return json
    }
}

extension NearestFacility {
    var json: JSONObject {
        var json = facility.json(retiredAt: nil)
        // To the fence's edge; negative inside.
        json["distance_m"] = edgeMeters.inTenths
        json["center_m"] = centerMeters.inTenths
        return json
    }
}

/// One polygon or several as a GeoJSON geometry (RFC 7946): a Polygon or a MultiPolygon.
struct BoundaryDocument: RequestDocument, Encodable {
    /// Any other type than the two is kept as it came, without coordinates.
    let type: String
    /// The rings of each polygon.
    private let polygons: [[[[Double]]]]

    private static let (polygonType, multiPolygonType) = ("Polygon", "MultiPolygon")

    /// The bounding box of the geometry (RFC 7946, 5).
    static let ignoredMembers = ["bbox"]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case type, coordinates
    }

    init(_ polygons: [Polygon]) {
        type = polygons.count == 1 ? Self.polygonType : Self.multiPolygonType
        self.polygons = polygons.map { polygon in
            polygon.geoJSONRings.map { ring in ring.map { [$0.longitude, $0.latitude] } }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        switch type {
        case Self.polygonType: polygons = [try container.decode([[[Double]]].self, forKey: .coordinates)]
        case Self.multiPolygonType: polygons = try container.decode([[[[Double]]]].self, forKey: .coordinates)
        default: polygons = []
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        if type == Self.polygonType {
            try container.encode(polygons.first ?? [], forKey: .coordinates)
        } else {
            try container.encode(polygons, forKey: .coordinates)
        }
    }

    /// Whether the type is one of a fence.
    var isArea: Bool { type == Self.polygonType || type == Self.multiPolygonType }
}
