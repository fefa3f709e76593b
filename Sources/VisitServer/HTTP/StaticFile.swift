internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A file that does not change while the service runs, whose bytes all responses share.
struct StaticFile: Sendable {
    /// A digest of the content.
    let digest: String
    private let bytes: ByteBuffer
    /// The same as gzip.
    private let packed: ByteBuffer
    private let type: String

    /// Packs the bytes, which takes milliseconds; `type` is their media type.
    init(_ bytes: [UInt8], type: String) {
        self.init(bytes, packed: GzipEncoding.packed(bytes, level: 9), type: type)
    }

    /// `packed` are the bytes as gzip.
    init(_ bytes: [UInt8], packed: [UInt8], type: String) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.packed = ByteBuffer(bytes: packed)
        self.digest = Base64URL.text(of: Array(SHA256.digest(of: bytes).prefix(9)))
        self.type = type
    }

    /// The content by pieces, or 304 where the client has it already.
    ///
    /// `isLasting` promises that the request's address never gets other content.
    func response(to request: Request, isLasting: Bool = false) -> Response {
        // Weak, because it is that of the packed file too (RFC 9110, 8.8.3).
        let tag = "W/\"\(digest)\""
        var headers: HTTPFields = [
            .eTag: tag,
            .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache",
            .vary: "Accept-Encoding",
        ]
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type
        let isPacked = GzipEncoding.isAccepted(by: request.headers[.acceptEncoding])
        if isPacked { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: Response.pieces(of: isPacked ? packed : bytes))
    }
}
