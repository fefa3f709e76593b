internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The description of the API for programs (OpenAPI 3.1), which lies beside this file.
enum OpenAPIDocument {
    /// The document, as it is served.
    static var bytes: [UInt8] { PackageResources.openapi_json }

    /// Where it is served: to everybody, because it says nothing of what is stored.
    static let endpoint = Endpoint(.get, "/v1/openapi.json", .open) { _ in
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
