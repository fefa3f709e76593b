internal import CZlib
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Responses that are sent by pieces, and as gzip where the client takes it.
extension Response {
    /// The length in bytes below which packing gains nothing: what fits a network packet.
    private static let leastPacked = 1_400
    /// The length of a piece in bytes; while the client reads none, no more than a few are buffered.
    private static let pieceLength = 32 << 10

    /// Returns the response as gzip by pieces where the client takes that and its body has a length of some use.
    ///
    /// A stream, whose length is unknown, and a body that is packed already remain as they are.
    func packed(for request: Request) async throws -> Response {
        guard let length = body.contentLength, length >= Self.leastPacked, headers[.contentEncoding] == nil else {
            return self
        }
        var response = self
        if headers[.vary] == nil { response.headers[.vary] = "Accept-Encoding" }
        guard GzipEncoding.isAccepted(by: request.headers[.acceptEncoding]) else { return response }
        let collected = Collected()
        try await body.write(CollectingWriter(collected: collected))
        response.headers[.contentEncoding] = "gzip"
        response.body = Self.pieces(
            of: ByteBuffer(bytes: GzipEncoding.packed(Array(collected.bytes.readableBytesView)))
        )
        return response
    }

    /// A body that is written piece by piece, without a copy of its bytes.
    static func pieces(of bytes: ByteBuffer) -> ResponseBody {
        guard bytes.readableBytes > pieceLength else { return ResponseBody(byteBuffer: bytes) }
        var (rest, pieces) = (bytes, [ByteBuffer]())
        while let piece = rest.readSlice(length: min(pieceLength, rest.readableBytes)), piece.readableBytes > 0 {
            pieces.append(piece)
        }
        return ResponseBody(contentsOf: pieces)
    }

    /// Used by one task.
    private final class Collected {
        var bytes = ByteBuffer()
    }

    private struct CollectingWriter: ResponseBodyWriter {
        let collected: Collected

        mutating func write(_ buffer: ByteBuffer) async throws { collected.bytes.writeImmutableBuffer(buffer) }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

enum GzipEncoding {
    /// Packs bytes.
    static func packed(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        var stream = z_stream()
        guard footfall_deflate_init(&stream, level) == Z_OK else { preconditionFailure("zlib has no memory") }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let count = bytes.withUnsafeMutableBufferPointer { source in
            packed.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                // With room for the bound, one call packs all.
                let status = deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "zlib ended with \(status)")
                return target.count - Int(stream.avail_out)
            }
        }
        packed.removeLast(packed.count - count)
        return packed
    }

    /// Whether an `Accept-Encoding` includes gzip (RFC 9110, 12.5.3); not where it is absent.
    static func isAccepted(by header: String?) -> Bool {
        var all: Bool?
        for part in (header ?? "").lowercased().split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            switch words.first {
            case "gzip", "x-gzip": return weight > 0
            case "*": all = weight > 0
            default: break
            }
        }
        return all ?? false
    }
}
