internal import Glibc
internal import NIOCore

/// Passes on few requests of a read at a time, and drops what follows once `RequestSequencer` discards.
///
/// One read can hold thousands of short requests, and the bytes that the system received for a closed connection are
/// read too. The decoder would parse all of them, for nothing, while every other connection of the event loop waits.
///
/// It is the first handler behind encryption.
final class PipeliningLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Enough for the sequencer to notice that there are too many.
    static let headsAtATime = RequestSequencer.heldRequestLimit + 2

    private let sequencer: RequestSequencer

    init(before sequencer: RequestSequencer) { self.sequencer = sequencer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        while bytes.readableBytes > 0, !sequencer.isDiscarding {
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
            var position = 0
            for _ in 0..<headsAtATime {
                guard let end = memmem(base + position, all.count - position, "\r\n\r\n", 4) else { return all.count }
                position = UnsafeRawPointer(end) - base + 4
            }
            return position
        }
    }
}
