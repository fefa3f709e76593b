internal import Foundation
internal import Hummingbird
internal import VisitDrawing

struct DashboardFiles: Sendable {
    enum Name: String, CaseIterable, Sendable {
        case style = "footfall.css"
        case icon = "icon.svg"
        case live = "live.js"
        case map = "map.js"
        case device = "device.js"
        case imports = "import.js"
        case review = "review.js"
        case setup = "setup.js"
        case pages = "pages.css"
        /// The styles of `VisitDrawing`.
        case drawing = "drawing.css"
        case basemap = "basemap.json"
        /// Not part of the program, and may be missing.
        case leafletStyle = "leaflet.css"
        case leaflet = "leaflet.js"

        fileprivate var mediaType: String {
            switch rawValue.split(separator: ".").last {
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "json": "application/json"
            default: "image/svg+xml"
            }
        }
    }

    private let files: [Name: StaticFile]

    /// Reads the files that are not part of the program.
    init(leafletFolder: String) {
        let folder = URL(filePath: leafletFolder, directoryHint: .isDirectory)
        func read(_ names: String...) -> [UInt8]? {
            names.lazy.compactMap { try? Array(Data(contentsOf: folder.appending(path: $0))) }.first
        }
        var contents: [Name: [UInt8]] = [.drawing: DrawingStyle.sheet]
        for name in [Name.style, .icon, .live, .device, .imports, .review, .setup, .pages] {
            contents[name] = EmbeddedFiles.bytes(name.rawValue)
        }

        // Script and style sheet are only useful together.
        if let script = read("leaflet.min.js", "leaflet.js"), let style = read("leaflet.css") {
            contents[.leaflet] = script
            contents[.leafletStyle] = style
            contents[.map] = EmbeddedFiles.bytes(Name.map.rawValue)
        }
        var files = contents.map { name, bytes in (name, StaticFile(bytes, type: name.mediaType)) }
        files.append((.basemap, BaseMap.file()))
        self.files = Dictionary(uniqueKeysWithValues: files)
    }

    /// Whether maps can be drawn.
    var hasLeaflet: Bool { files[.leaflet] != nil }

    subscript(_ name: Name) -> StaticFile? { files[name] }

    /// Contains the digest: browsers need not check whether the content has changed.
    func address(_ name: Name) -> String {
        "/assets/\(name.rawValue)?v=\(files[name]?.digest ?? "")"
    }
}

/// The pages' files, which need no session because they contain no stored data.
struct FileEndpoints: Sendable {
    let dashboard: Dashboard

    var all: [Endpoint] {
        [Endpoint(.get, "/assets/{file}", .open, in: .dashboard) { try file($0) }]
    }

    private func file(_ call: ServiceCall) throws -> Response {
        let text = try call.parameter("file")
        guard let name = DashboardFiles.Name(rawValue: text), let file = dashboard.files[name] else {
            throw Problem.notFound("there is no file `\(text)`")
        }
        // An address with the digest never gets other content.
        return file.response(to: call.request, isLasting: call.word("v") == file.digest)
    }
}
