/// The settings of the dashboard.
package struct DashboardOptions: Sendable {
    /// Where Debian keeps Leaflet, the library that draws maps.
    package static let standardLeafletFolder = "/usr/share/javascript/leaflet"

    /// The folder with Leaflet's `leaflet.js` and `leaflet.css`; where it has none, pages show no map and say why.
    package var leafletFolder = Self.standardLeafletFolder
    /// What maps are drawn on; `nil` for a plain grid, so that no request leaves the machine.
    package var tiles: TileSource?

    /// The standard settings: Debian's Leaflet, no tiles.
    package init() {}
}
