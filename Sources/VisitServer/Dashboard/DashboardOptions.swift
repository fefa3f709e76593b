/// The settings of the dashboard.
package struct DashboardOptions: Sendable {
    /// The folder of Debian's Leaflet package, the library that draws maps.
    package static let standardLeafletFolder = "/usr/share/javascript/leaflet"

    /// The folder with Leaflet's `leaflet.js` and `leaflet.css`; without them, pages show an explanation in place of a
    /// map.
    package var leafletFolder = Self.standardLeafletFolder
    /// The map tiles; `nil` for a plain grid, so that no request leaves the machine.
    package var tiles: TileSource?

    /// Makes the default settings: Debian's Leaflet, no tiles.
    package init() {}
}
