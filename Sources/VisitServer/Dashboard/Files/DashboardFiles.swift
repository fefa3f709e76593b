internal import Crypto
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

struct DashboardFiles: Sendable {
    enum Name: String, CaseIterable, Sendable {
        case style = "footfall.css"
        case icon = "icon.svg"
        case live = "live.js"
        case map = "map.js"
        case device = "device.js"
        case imports = "import.js"
        case pages = "pages.css"
        /// Not part of the program, and may be missing.
        case leafletStyle = "leaflet.css"
        case leaflet = "leaflet.js"
    }

    struct File: Sendable {
        let bytes: ByteBuffer
        /// The same as gzip.
        let packed: ByteBuffer
        /// A digest of the content, used as entity tag.
        let tag: String

        init(_ bytes: [UInt8]) {
            self.bytes = ByteBuffer(bytes: bytes)
            self.packed = ByteBuffer(bytes: GzipEncoding.packed(bytes, level: 9))
            self.tag = Base64URL.text(of: Array(SHA256.hash(data: bytes).prefix(9)))
        }
    }

    private let files: [Name: File]

    /// Reads the files that are not part of the program.
    init(leafletFolder: String) {
        let folder = URL(filePath: leafletFolder, directoryHint: .isDirectory)
        func read(_ names: String...) -> [UInt8]? {
            names.lazy.compactMap { try? Array(Data(contentsOf: folder.appending(path: $0))) }.first
        }
        var files: [Name: File] = [
            .style: File(PackageResources.footfall_css),
            .icon: File(PackageResources.icon_svg),
            .live: File(PackageResources.live_js),
            .device: File(PackageResources.device_js),
            .imports: File(PackageResources.import_js),
            .pages: File(PackageResources.pages_css),
        ]

        // Script and style sheet are only useful together.
        if let script = read("leaflet.min.js", "leaflet.js"), let style = read("leaflet.css") {
            files[.leaflet] = File(script)
            files[.leafletStyle] = File(style)
            files[.map] = File(PackageResources.map_js)
        }
        self.files = files
    }

    /// Whether maps can be drawn.
    var hasLeaflet: Bool { files[.leaflet] != nil }

    subscript(_ name: Name) -> File? { files[name] }

    /// Contains the tag: browsers need not check whether the content has changed.
    func address(_ name: Name) -> String {
        "/assets/\(name.rawValue)?v=\(files[name]?.tag ?? "")"
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
        // Weak, because it is that of the packed file too (RFC 9110, 8.8.3).
        let tag = "W/\"\(file.tag)\""
        // An address with the tag never gets other content.
        let isLasting = call.word("v") == file.tag
        var headers: HTTPFields = [
            .eTag: tag,
            .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache",
            .vary: "Accept-Encoding",
        ]
        if call.request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = Self.type(name)
        let isPacked = GzipEncoding.isAccepted(by: call.request.headers[.acceptEncoding])
        if isPacked { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok,
            headers: headers,
            body: Response.pieces(of: isPacked ? file.packed : file.bytes)
        )
    }

    private static func type(_ name: DashboardFiles.Name) -> String {
        switch name.rawValue.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        default: "image/svg+xml"
        }
    }
}
