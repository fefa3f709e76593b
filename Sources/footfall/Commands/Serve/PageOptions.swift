internal import ArgumentParser
internal import VisitServer

/// The options of the dashboard's pages.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the map library Leaflet; Debian's package libjs-leaflet contains it.",
            valueName: "folder"
        )
    )
    var leaflet = DashboardOptions.standardLeafletFolder

    @Option(
        help: ArgumentHelp(
            "Draw maps on tiles from this address, such as https://tile.example.org/{z}/{x}/{y}.png, which browsers "
                + "load; without it on a plain grid.",
            valueName: "url"
        )
    )
    var tiles: String?

    @Option(help: ArgumentHelp("The attribution of the tiles, shown on the map.", valueName: "text"))
    var tilesAttribution: String?

    func validate() throws {
        guard tilesAttribution == nil || tiles != nil else {
            throw ArgumentParser.ValidationError("--tiles-attribution needs --tiles")
        }
        do {
            _ = try options()
        } catch let error as VisitServerError {
            throw ArgumentParser.ValidationError(error.message)
        }
    }

    /// The options for the dashboard.
    func options() throws -> DashboardOptions {
        var options = DashboardOptions()
        options.leafletFolder = leaflet
        options.tiles = try tiles.map { try TileSource(template: $0, attribution: tilesAttribution ?? "") }
        return options
    }
}
