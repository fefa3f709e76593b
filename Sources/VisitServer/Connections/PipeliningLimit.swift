internal import Glibc
internal import NIOCore

/// Passes on few requests of a read at a time, and drops what follows once `RequestSequencer` drops input.
///
/// One read can hold thousands of short requests, and the bytes that the system received for a closed connection are
/// read too. The decoder would parse all of them, for nothing, while every other connection of the event loop waits.
///
/// It is the first handler behind encryption.
final class PipeliningLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// One in progress, those that are held, and one too many.
    static let headsAtATime = RequestSequencer.heldRequestLimit + 2

    private let sequencer: RequestSequencer

    init(before sequencer: RequestSequencer) { self.sequencer = sequencer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        while bytes.readableBytes > 0, !sequencer.dropsInput {
            guard let part = bytes.readSlice(length: Self.lengthOfHeads(bytes)) else { return }
            context.fireChannelRead(wrapInboundOut(part))
        }
    }

    /// The length in bytes up to the end of as many heads, or of all bytes where there are fewer.
    ///
    /// A head ends with an empty line (RFC 9112, 2.1). A body may contain some too; it is then passed on in parts.
    private static func lengthOfHeads(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { all in
            guard let base = all.baseAddress else { return 0 }
            var (position, heads) = (0, 0)
            while heads < headsAtATime {
                guard let found = memchr(base + position, carriageReturn, all.count - position) else {
                    return all.count
                }
                position = UnsafeRawPointer(found) - base
                if all[position...].starts(with: emptyLine) {
                    heads += 1
                    position += emptyLine.count
                } else {
                    position += 1
                }
            }
            return position
        }
    }

    private static let carriageReturn: CInt = 13
    private static let emptyLine = Array("\r\n\r\n".utf8)
}
