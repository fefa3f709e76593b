internal import Foundation
internal import Interchange
internal import VisitModel
internal import VisitStore

/// For the template `map`.
struct MapContent: Sendable {
    /// The files that a page with a map uses.
    static let files: [DashboardFiles.Name] = [.leafletStyle, .leaflet, .map]

    /// For screen readers.
    let label: String
    let isDrawn: Bool
    /// The address of the map document; `nil` where `document` contains it.
    let source: String?
    /// As JSON, which is escaped in an attribute like every text.
    let document: String?
    let tiles: String?
    let attribution: String?
    /// The address of the base map; `nil` where there are tiles.
    let basemap: String?

    /// How often the script asks for the content again; `nil` for never.
    let refresh: String?

    init(
        _ dashboard: Dashboard,
        label: String,
        source: String? = nil,
        document: MapDocument? = nil,
        refreshSeconds: Int? = nil
    ) {
        self.label = label
        refresh = refreshSeconds.map { "\($0)" }
        self.source = source
        self.document = document.map { String(decoding: JSONDocument.encoded($0), as: UTF8.self) }
        isDrawn = dashboard.files.hasLeaflet
        tiles = dashboard.options.tiles?.template
        attribution = dashboard.options.tiles?.attribution.orNothing
        basemap = dashboard.options.tiles == nil ? dashboard.files.address(.basemap) : nil
    }
}

/// A map's content for its script.
struct MapDocument: Encodable, Sendable {
    var shapes: [Shape] = []
    var points: [Point] = []
    /// How many facilities there are around places, where single ones would be too many.
    var clusters: [Cluster] = []
    /// The south-west and the north-east of what the map shows first; `nil` for all of its content.
    var bounds: [[Double]]?
    /// Whether the script asks for the content of each part of the map that is shown.
    var followsView = false
    /// The lines of phones' tracks.
    var tracks: [[TrackPoint]] = []
    /// Below the map.
    var note: String?

    struct Shape: Encodable, Sendable {
        let name: String
        /// The page of the geofence.
        let address: String
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double?
        /// The polygons, each with its rings, the outer one first: latitudes and longitudes.
        let polygons: [[[[Double]]]]?
        /// Whether the geofence was delivered to a phone.
        let isWatched: Bool

        enum CodingKeys: String, CodingKey {
            case name, address, latitude, longitude, polygons
            case radiusMeters = "radius_m"
            case isWatched = "watched"
        }
    }

    struct Cluster: Encodable, Sendable {
        let latitude: Double
        let longitude: Double
        let count: Int
    }

    /// A fix of a track, by the clocks of the place.
    struct TrackPoint: Encodable, Sendable {
        let latitude: Double
        let longitude: Double
        /// For instance `14:02`.
        let time: String
    }

    enum CodingKeys: String, CodingKey {
        case shapes, points, clusters, bounds, tracks, note
        case followsView = "follows_view"
    }

    struct Point: Encodable, Sendable {
        let name: String
        /// The page of what is there; `nil` for none.
        var address: String?
        let latitude: Double
        let longitude: Double
    }
}

extension MapDocument.Shape {
    init(_ facility: Facility, isWatched: Bool) {
        let center = facility.geofence.center
        var (radius, polygons): (Double?, [[[[Double]]]]?)
        switch facility.geofence {
        case .circle(_, let circle): radius = circle.meters
        case .polygon, .multiPolygon:
            polygons = facility.geofence.polygons.map { polygon in
                polygon.geoJSONRings.map { ring in ring.map { [$0.latitude, $0.longitude] } }
            }
        }
        self.init(
            name: HiddenCharacters.shown(in: facility.name.orNothing ?? facility.id.text),
            address: DashboardLink.facility(facility.id),
            latitude: center.latitude,
            longitude: center.longitude,
            radiusMeters: radius,
            polygons: polygons,
            isWatched: isWatched
        )
    }
}

extension MapDocument.Point {
    init(_ point: Coordinate, name: String, address: String? = nil) {
        self.init(
            name: HiddenCharacters.shown(in: name),
            address: address,
            latitude: point.latitude,
            longitude: point.longitude
        )
    }
}

/// The source of map tiles.
///
/// Browsers request them directly, so its operator learns which part of the world is viewed.
package struct TileSource: Hashable, Sendable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}`, and `{s}` where there are several hosts.
    package let template: String
    /// Shown on the map.
    package let attribution: String
    /// The host as a source of a content security policy.
    let origin: String

    /// Validates an address, for instance `https://tile.example.org/{z}/{x}/{y}.png`.
    ///
    /// The attribution is plain text. Throws `VisitServerError` with code `tiles`.
    package init(template: String, attribution: String) throws {
        let parts = template.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let places = ["{z}", "{x}", "{y}"]
        guard parts.count == 4, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty,
            places.allSatisfy({ parts[3].contains($0) }), let host = Self.host(String(parts[2]))
        else {
            throw VisitServerError(
                .tiles,
                "`\(template)` is not a tile address, expected for instance https://tile.example.org/{z}/{x}/{y}.png"
            )
        }
        self.template = template
        self.attribution = attribution
        self.origin = "\(parts[0])//\(host)"
    }

    /// In the policy, `{s}.` at the beginning stands for any name before the rest.
    private static func host(_ text: String) -> String? {
        let hasMany = text.hasPrefix("{s}.")
        let rest = hasMany ? String(text.dropFirst(4)) : text
        let isPlain = rest.utf8.allSatisfy { byte in
            byte &- 0x61 < 26 || byte &- 0x41 < 26 || byte &- 0x30 < 10 || "-.:".utf8.contains(byte)
        }
        guard !rest.isEmpty, isPlain else { return nil }
        return hasMany ? "*.\(rest)" : rest
    }
}

extension ServiceCall {
    private func edge(_ name: String) throws -> Double? {
        guard let text = query(name) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw Problem.invalid("`\(name)` is `\(text)`, expected degrees", field: name)
        }
        return number
    }

    /// The part of a map in the query, by its edges and the zoom level; `nil` where it has none.
    func view() throws -> FacilityView? {
        let edges = try ["south", "north", "west", "east"].map { try edge($0) }
        let zoom = try query("zoom", default: 0, in: 0...24)
        guard edges.contains(where: { $0 != nil }) else { return nil }
        guard let south = edges[0], let north = edges[1], let west = edges[2], let east = edges[3] else {
            throw Problem.invalid("a part of a map has `south`, `north`, `west` and `east`", field: "south")
        }
        // A quarter of a tile.
        let cell = 360.0 / Double(1 << zoom) / 4
        guard let view = FacilityView(south: south, north: north, west: west, east: east, cell: cell) else {
            throw Problem.invalid("this is no part of a map", field: "south")
        }
        return view
    }
}
