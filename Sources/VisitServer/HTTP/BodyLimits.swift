internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization
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
        try await read(request, in: BodyBudget(), of: nil) { $0 }
    }

    /// Reads a whole body, decompresses it where it is compressed, and calls a closure with it while its memory is
    /// reserved.
    ///
    /// A long body waits for its turn before the rest of it is read, so that many of them can't fill the memory.
    ///
    /// Throws what `read(_:)` throws, `Problem` where there is no room, and the errors of `use`.
    nonisolated(nonsending) func read<Value>(
        _ request: Request,
        in room: BodyBudget,
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

private struct HeldBody {
    var bytes: [UInt8] = []
    private let source: BodyBudget
    private let token: TokenID?
    private var reserved = 0
    private var isLong = false

    /// Memory is reserved in steps of this many bytes.
    private static let step = 16 << 10

    init(room: BodyBudget, token: TokenID?) {
        source = room
        self.token = token
    }

    /// The length up to which memory is reserved.
    var room: Int { isLong ? .max : reserved }

    /// A long body waits for its turn.
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

    mutating func leave() {
        if isLong { source.leave(token) }
        source.release(reserved)
        (isLong, reserved) = (false, 0)
    }
}

/// The memory limit of request bodies.
///
/// Short bodies share a number of bytes. Few long ones are read at a time, and one for each token, so that a client
/// that sends many long ones delays only itself; the others of its token wait in the order of arrival.
final class BodyBudget: Sendable {
    struct Limits: Hashable {
        /// The length in bytes beyond which a body counts as long.
        var shortLength = 256 << 10
        /// Of all short bodies together.
        var shortBytes = 96 << 20
        /// Long bodies that are read and processed at a time.
        var longBodies = 2
        /// Waiting long bodies of one token.
        var waitingOfOne = 16
    }

    private struct Waiting {
        let number: Int
        let token: TokenID?
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var shortBytes = 0
        var long: [TokenID?] = []
        var waiting: [Waiting] = []
        var lastNumber = 0

        func admits(_ token: TokenID?, _ limits: Limits) -> Bool {
            long.count < limits.longBodies && !long.contains(token)
        }
    }

    let limits: Limits
    private let state = Mutex(State())

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Throws `Problem` where there is no room for a short body.
    func reserve(_ count: Int) throws(Problem) {
        let hasRoom = state.withLock { state in
            guard state.shortBytes + count <= limits.shortBytes else { return false }
            state.shortBytes += count
            return true
        }
        guard hasRoom else { throw Self.full }
    }

    func release(_ count: Int) {
        state.withLock { $0.shortBytes -= count }
    }

    /// Waits for the turn of a long body.
    ///
    /// Throws `Problem` where too many bodies of the token wait, and `CancellationError`.
    func enter(_ token: TokenID?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.admits(token, limits) {
                        state.long.append(token)
                        return .success(())
                    }
                    guard state.waiting.count(where: { $0.token == token }) < limits.waitingOfOne else {
                        return .failure(Self.full)
                    }
                    state.waiting.append(Waiting(number: number, token: token, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    func leave(_ token: TokenID?) {
        let next = state.withLock { state -> Waiting? in
            if let index = state.long.firstIndex(of: token) { state.long.remove(at: index) }
            guard let index = state.waiting.firstIndex(where: { state.admits($0.token, limits) }) else { return nil }
            let next = state.waiting.remove(at: index)
            state.long.append(next.token)
            return next
        }
        next?.continuation.resume()
    }

    private static let full = Problem(
        .serviceUnavailable,
        "overloaded",
        "the service is overloaded; retry in a moment",
        retryAfterSeconds: 5
    )
}
