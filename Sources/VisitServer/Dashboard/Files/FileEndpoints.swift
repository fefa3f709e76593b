internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

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
        let tag = "\"\(file.tag)\""
        // An address with the tag never gets other content.
        let isLasting = call.query("v") == file.tag
        var headers: HTTPFields = [
            .eTag: tag,
            .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if call.request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = Self.type(name)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes))
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
