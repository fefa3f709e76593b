internal import CZlib

/// A streaming decompressor of gzip and zlib.
///
/// One task at a time uses it. The library's stream stays at one address, to which its own state points.
final class Gunzip {
    enum Failure: Error {
        /// The body is not gzip, or is truncated.
        case damaged
        case tooLong
        /// The compression ratio is far beyond that of real data.
        case tooDense
    }

    /// The limit of the compression ratio.
    ///
    /// Records of a phone at rest compress to a fifteenth of their length; the format's own maximum is 1,032 (zlib,
    /// "Technical Details").
    static let greatestRatio = 250
    /// The ratio is not checked up to this length in bytes.
    private static let freeLength = 1 << 20

    private let stream: UnsafeMutablePointer<z_stream>
    private let limit: Int
    private var input: [UInt8] = []
    private var position = 0
    private var packedCount = 0
    private var isAtEndOfMember = false
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// `limit` is the most decompressed bytes, so that a small body can't fill the memory; throws where there is no
    /// memory.
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

    /// Earlier bytes must have been decompressed.
    func append(_ packed: [UInt8]) {
        input = packed
        position = 0
        packedCount += packed.count
    }

    /// Decompresses some of the appended bytes until there are `length`, and returns whether all of them are
    /// decompressed.
    func unpack(into unpacked: inout [UInt8], upTo length: Int) throws(Failure) -> Bool {
        while unpacked.count < length {
            if isAtEndOfMember {
                // Several members may be concatenated (RFC 1952, 2.2).
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

    /// Throws `Failure` where the input is truncated.
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
}
