internal import CZlib

/// Unpacks a body that was packed with gzip or zlib, as it comes in.
///
/// One task at a time uses it. The library's stream stays at one address, to which its own state points.
final class Gunzip {
    /// Why a body can't be unpacked.
    enum Failure: Error {
        /// It is not gzip, or breaks off.
        case damaged
        /// It is longer than allowed.
        case tooLong
        /// It comes to very much more than real data does.
        case tooDense
    }

    /// The most that a byte may come to.
    ///
    /// Records of phones that lie come to a fifteenth of their length; the format's own most is 1,032 (zlib, "Technical
    /// Details").
    static let greatestRatio = 250
    /// Up to this length the ratio does not matter, in bytes.
    private static let freeLength = 1 << 20

    private let stream: UnsafeMutablePointer<z_stream>
    private let limit: Int
    private var input: [UInt8] = []
    private var position = 0
    private var packedCount = 0
    private var isAtEndOfMember = false
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Prepares to unpack.
    ///
    /// - Parameter limit: the most bytes it may come to, so that a small body can't fill the memory.
    /// - Throws: `Failure` where there is no memory.
    init(limit: Int) throws(Failure) {
        self.limit = limit
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard footfall_inflate_init(stream) == Z_OK else { throw .damaged }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Takes up packed bytes; those before must have been unpacked.
    func append(_ packed: [UInt8]) {
        input = packed
        position = 0
        packedCount += packed.count
    }

    /// Unpacks some of what was taken up.
    ///
    /// - Parameters:
    ///   - unpacked: where the bytes are added.
    ///   - length: how long it may get before the caller is asked again.
    /// - Returns: whether all that was taken up is unpacked.
    /// - Throws: `Failure`.
    func unpack(into unpacked: inout [UInt8], upTo length: Int) throws(Failure) -> Bool {
        while unpacked.count < length {
            if isAtEndOfMember {
                // Several members may stand one behind the other (RFC 1952, 2.2).
                guard position < input.count else { return true }
                guard inflateReset(stream) == Z_OK else { throw .damaged }
                isAtEndOfMember = false
            }
            let (status, count) = step()
            guard unpacked.count + count <= limit else { throw .tooLong }
            unpacked.append(contentsOf: room[..<count])
            guard unpacked.count <= max(Self.freeLength, packedCount * Self.greatestRatio) else { throw .tooDense }
            switch status {
            case Z_STREAM_END: isAtEndOfMember = true
            case Z_OK, Z_BUF_ERROR:
                if count < room.count, position == input.count { return true }
                guard status == Z_OK else { throw .damaged }
            default: throw .damaged
            }
        }
        return false
    }

    /// Says that no more comes.
    ///
    /// - Throws: `Failure` where it breaks off.
    func finish() throws(Failure) {
        guard isAtEndOfMember else { throw .damaged }
    }

    private func step() -> (status: Int32, count: Int) {
        input.withUnsafeMutableBufferPointer { input in
            room.withUnsafeMutableBufferPointer { room in
                stream.pointee.next_in = input.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(input.count - position)
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                let status = inflate(stream, Z_NO_FLUSH)
                position = input.count - Int(stream.pointee.avail_in)
                return (status, room.count - Int(stream.pointee.avail_out))
            }
        }
    }

    /// Unpacks a whole body.
    ///
    /// - Parameters:
    ///   - packed: one or several members of gzip, one behind the other.
    ///   - limit: the most bytes it may come to.
    /// - Returns: the bytes.
    /// - Throws: `Failure`.
    static func unpack(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        let gunzip = try Gunzip(limit: limit)
        var unpacked: [UInt8] = []
        gunzip.append(packed)
        while try !gunzip.unpack(into: &unpacked, upTo: unpacked.count + 1 << 20) {}
        try gunzip.finish()
        return unpacked
    }
}
