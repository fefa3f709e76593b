internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The description of the API for programs (OpenAPI 3.1), which lies beside this file.
enum OpenAPIDocument {
    /// The document, as it is served.
    static var bytes: [UInt8] { PackageResources.openapi_json }

    /// The endpoint of the document, which needs no token because it contains no stored data.
    static let endpoint = Endpoint(.get, "/v1/openapi.json", .open) { _ in
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
