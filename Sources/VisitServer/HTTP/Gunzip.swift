internal import CZlib

/// Unpacks a body that was packed with gzip or zlib.
enum Gunzip {
    /// Why a body can't be unpacked.
    enum Failure: Error {
        /// It is not gzip, or breaks off.
        case damaged
        /// It is longer than allowed.
        case tooLong
    }

    /// Unpacks.
    ///
    /// - Parameters:
    ///   - packed: one or several members of gzip, one behind the other (RFC 1952, 2.2).
    ///   - limit: the most bytes it may come to, so that a small body can't fill the memory.
    /// - Returns: the bytes.
    /// - Throws: `Failure`.
    static func unpack(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        guard footfall_inflate_init(&stream) == Z_OK else { throw .damaged }
        defer { inflateEnd(&stream) }
        var (unpacked, room) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        var packed = packed
        let outcome = packed.withUnsafeMutableBufferPointer { input -> Result<Void, Failure> in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let (status, count) = room.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, output.count - Int(stream.avail_out))
                }
                guard unpacked.count + count <= limit else { return .failure(.tooLong) }
                unpacked.append(contentsOf: room[..<count])
                switch status {
                case Z_STREAM_END where stream.avail_in == 0: return .success(())
                case Z_STREAM_END: guard inflateReset(&stream) == Z_OK else { return .failure(.damaged) }
                case Z_OK where count > 0 || stream.avail_in > 0: continue
                default: return .failure(.damaged)
                }
            }
        }
        try outcome.get()
        return unpacked
    }
}
