/// A map on a page: what the template `map` shows.
struct MapContent: Sendable {
    /// The files that a page with a map uses.
    static let files: [DashboardFiles.Name] = [.leafletStyle, .leaflet, .map]

    /// What a screen reader calls it.
    let label: String
    /// Whether it can be drawn.
    let isDrawn: Bool
    /// Where the script asks for what is on it; `nil` where `document` has it.
    let source: String?
    /// What is on it, as JSON, which stands in an attribute and is escaped like every text.
    let document: String?
    let tiles: String?
    let attribution: String?

    /// Makes a map.
    ///
    /// - Parameters:
    ///   - dashboard: how maps are drawn.
    ///   - label: what a screen reader calls it.
    ///   - source: where the script asks for what is on it.
    ///   - document: what is on it.
    init(_ dashboard: Dashboard, label: String, source: String? = nil, document: MapDocument? = nil) {
        self.label = label
        self.source = source
        self.document = document.map { String(decoding: JSONDocument.encoded($0), as: UTF8.self) }
        isDrawn = dashboard.files.hasLeaflet
        tiles = dashboard.options.tiles?.template
        attribution = dashboard.options.tiles?.attribution.orNothing
    }
}
