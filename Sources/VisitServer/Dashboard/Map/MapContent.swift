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

    init(_ dashboard: Dashboard, label: String, source: String? = nil, document: MapDocument? = nil) {
        self.label = label
        self.source = source
        self.document = document.map { String(decoding: JSONDocument.encoded($0), as: UTF8.self) }
        isDrawn = dashboard.files.hasLeaflet
        tiles = dashboard.options.tiles?.template
        attribution = dashboard.options.tiles?.attribution.orNothing
    }
}
