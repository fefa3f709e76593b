internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitStore

struct BodyLimits: Hashable, Sendable {
    /// As received.
    var packed: Int
    /// After decompression.
    var unpacked: Int

    /// Of a JSON document of the API.
    static let document = BodyLimits(packed: 1 << 20, unpacked: 4 << 20)

    /// Reads a whole body, and decompresses it where it is compressed.
    ///
    /// Throws `Problem` where the body is too long, of an unknown encoding or damaged.
    func read(_ request: Request) async throws -> [UInt8] {
        try await read(request, in: BodyShare(BodyBudget(), of: .anonymous, wait: nil)) { $0 }
    }

    /// Reads a whole body, decompresses it where it is compressed, and calls a closure with it while its memory is
    /// reserved.
    ///
    /// Memory is reserved for what has been received, and a long body waits for its turn once it is complete: a client
    /// that sends slowly delays no other.
    ///
    /// Throws what `read(_:)` throws, `Problem` where there is no room, and the errors of `use`.
    nonisolated(nonsending) func read<Value>(
        _ request: Request,
        in share: BodyShare,
        _ use: nonisolated(nonsending) ([UInt8]) async throws -> Value
    ) async throws -> Value {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > packed { throw tooLong }
        let gunzip = try unpacker(of: request)
        var body = HeldBody(share)
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
        try await body.enter()
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
                "the body has the encoding `\(encoding)`; send it as gzip, or uncompressed"
            )
        }
    }

    private func problem(_ failure: Gunzip.Failure) -> Problem {
        switch failure {
        case .tooLong: tooLong
        case .damaged: .invalid("the body is declared as gzip but is not, or is truncated")
        case .tooDense:
            Problem(
                .contentTooLarge,
                "too_large",
                "the body expands to more than \(Gunzip.greatestRatio) times its length, which real data does not"
            )
        }
    }

    private var tooLong: Problem {
        Problem(.contentTooLarge, "too_large", "the body is longer than \(packed) bytes; send less in one request")
    }
}

/// A body as far as it was received, with the memory that is reserved for it.
private struct HeldBody {
    var bytes: [UInt8] = []
    private let share: BodyShare
    private var reserved = 0
    private var isEntered = false

    /// Memory is reserved in steps of at least this many bytes.
    private static let step = 16 << 10

    init(_ share: BodyShare) { self.share = share }

    /// The length up to which memory is reserved.
    var room: Int { reserved }

    /// Reserves memory for more bytes; a long body waits for it.
    mutating func makeRoom(for count: Int) async throws {
        guard bytes.count + count > reserved else { return }
        // A long body grows in long steps.
        let wanted = max(Self.step, reserved / 4, bytes.count + count - reserved)
        try await share.reserve(wanted, isLong: isLong(bytes.count + count))
        reserved += wanted
    }

    /// Waits for the turn of a long body, which is complete.
    mutating func enter() async throws {
        guard isLong(bytes.count) else { return }
        try await share.budget.enter(share.owner)
        isEntered = true
    }

    mutating func leave() {
        if isEntered { share.budget.leave(share.owner) }
        share.budget.release(reserved, of: share.owner)
        (isEntered, reserved) = (false, 0)
    }

    private func isLong(_ length: Int) -> Bool { length > share.budget.limits.shortLength }
}
