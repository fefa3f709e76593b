internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// How long the bodies of requests may be.
struct BodyLimits: Hashable, Sendable {
    /// The most bytes as they come.
    var packed: Int
    /// The most bytes unpacked.
    var unpacked: Int

    /// Reads a body whole and unpacks it where it is packed.
    ///
    /// - Parameter request: the request.
    /// - Returns: the bytes.
    /// - Throws: `Problem` where it is too long, or packed in a way that is not known or not what it says.
    func read(_ request: Request) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > packed { throw tooLong }
        var bytes: [UInt8] = []
        for try await piece in request.body {
            guard bytes.count + piece.readableBytes <= packed else { throw tooLong }
            bytes.append(contentsOf: piece.readableBytesView)
        }
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "", "identity": return bytes
        case "gzip", "x-gzip", "deflate":
            do {
                return try Gunzip.unpack(bytes, limit: unpacked)
            } catch .tooLong {
                throw tooLong
            } catch .damaged {
                throw Problem.invalid("the body says that it is gzip and is not, or breaks off")
            }
        case .some(let encoding):
            throw Problem(
                .unsupportedMediaType,
                "unsupported_encoding",
                "the body is packed as `\(encoding)`; send it as gzip, or as it is"
            )
        }
    }

    private var tooLong: Problem {
        Problem(.contentTooLarge, "too_large", "the body is longer than \(packed) bytes; send less at once")
    }
}
