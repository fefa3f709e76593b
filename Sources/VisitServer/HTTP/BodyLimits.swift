internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitStore

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
        try await read(request, in: BodyRoom(), of: nil) { $0 }
    }

    /// Reads a body whole, unpacks it where it is packed, and gives it to somebody, while it has room in memory.
    ///
    /// A body that gets long waits for its turn before the rest of it is read, so that many of them can't fill the memory.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - room: the room for all bodies.
    ///   - token: whose the request is.
    ///   - use: what is done with the bytes.
    /// - Returns: what `use` returns.
    /// - Throws: `Problem` where it is too long, packed in a way that is not known or not what it says, or where there is no
    ///   room; and what `use` throws.
    nonisolated(nonsending) func read<Value>(
        _ request: Request,
        in room: BodyRoom,
        of token: TokenID?,
        _ use: nonisolated(nonsending) ([UInt8]) async throws -> Value
    ) async throws -> Value {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > packed { throw tooLong }
        let gunzip = try unpacker(of: request)
        var body = HeldBody(room: room, token: token)
        defer { body.leave() }
        var packedCount = 0
        do {
            for try await piece in request.body {
                packedCount += piece.readableBytes
                guard packedCount <= packed else { throw tooLong }
                guard let gunzip else {
                    try await body.makeRoom(for: piece.readableBytes)
                    body.bytes.append(contentsOf: piece.readableBytesView)
                    continue
                }
                gunzip.append(Array(piece.readableBytesView))
                repeat { try await body.makeRoom(for: 1) } while try !gunzip.unpack(into: &body.bytes, upTo: body.room)
            }
            try gunzip?.finish()
        } catch let failure as Gunzip.Failure {
            throw problem(failure)
        }
        return try await use(body.bytes)
    }

    private func unpacker(of request: Request) throws -> Gunzip? {
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "", "identity": return nil
        case "gzip", "x-gzip", "deflate":
            do {
                return try Gunzip(limit: unpacked)
            } catch {
                throw problem(error)
            }
        case .some(let encoding):
            throw Problem(
                .unsupportedMediaType,
                "unsupported_encoding",
                "the body is packed as `\(encoding)`; send it as gzip, or as it is"
            )
        }
    }

    private func problem(_ failure: Gunzip.Failure) -> Problem {
        switch failure {
        case .tooLong: tooLong
        case .damaged: .invalid("the body says that it is gzip and is not, or breaks off")
        case .tooDense:
            Problem(
                .contentTooLarge,
                "too_large",
                "the body comes to more than \(Gunzip.greatestRatio) times its length when it is unpacked, which no real data does"
            )
        }
    }

    private var tooLong: Problem {
        Problem(.contentTooLarge, "too_large", "the body is longer than \(packed) bytes; send less at once")
    }
}

/// A body that comes in, with the room it takes.
private struct HeldBody {
    var bytes: [UInt8] = []
    private let source: BodyRoom
    private let token: TokenID?
    private var reserved = 0
    private var isLong = false

    /// The room is taken in steps of so many bytes.
    private static let step = 16 << 10

    init(room: BodyRoom, token: TokenID?) {
        source = room
        self.token = token
    }

    /// How long the body may get before room has to be made again.
    var room: Int { isLong ? .max : reserved }

    /// Makes room for more bytes; a body that gets long waits for its turn.
    mutating func makeRoom(for count: Int) async throws {
        guard !isLong, bytes.count + count > reserved else { return }
        guard bytes.count + count <= source.limits.shortLength else {
            try await source.enter(token)
            isLong = true
            source.release(reserved)
            reserved = 0
            return
        }
        let wanted = max(Self.step, bytes.count + count - reserved)
        try source.reserve(wanted)
        reserved += wanted
    }

    /// Gives the room back.
    mutating func leave() {
        if isLong { source.leave(token) }
        source.release(reserved)
        (isLong, reserved) = (false, 0)
    }
}
