internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose client keeps us waiting: for the head of a request, for the rest of its body, or with taking
/// the answer.
///
/// A client that sends a byte now and then keeps a connection busy for ever by every measure of idleness; here a head and
/// a body each have a time by which they are whole. Our own time to answer does not count.
final class ClientDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may take.
    struct Limits: Sendable {
        /// The head of a request, from the connection or the answer before.
        var head: TimeAmount
        /// The body of a request, from its head on.
        var body: TimeAmount
        /// The next piece of an answer; a long piece has a second more for every 16 KiB.
        var answer: TimeAmount
    }

    /// The slowest rate at which a long piece of an answer is taken, in bytes a second.
    private static let slowestRate = 16 << 10

    private let limits: Limits
    /// When the head or the body that is waited for has to be whole.
    private var requestDeadline: Scheduled<Void>?
    /// When the next piece of the answer has to be taken.
    private var answerDeadline: Scheduled<Void>?
    /// Requests whose head came and whose answer is not taken yet.
    private var underWay = 0
    /// Pieces of answers that the client has not taken.
    private var unsent = (pieces: 0, bytes: 0)

    init(_ limits: Limits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        awaitRequest(limits.head, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            underWay += 1
            awaitRequest(limits.body, context)
        case .body: break
        case .end:
            // An answer that came before the request was whole leaves the next head to be waited for.
            if underWay == 0 { awaitRequest(limits.head, context) } else { requestDeadline?.cancel() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count: Int
        let isEnd: Bool
        switch unwrapOutboundIn(data) {
        case .head:
            context.write(data, promise: promise)
            return
        case .body(let bytes): (count, isEnd) = (bytes.readableBytes, false)
        case .end: (count, isEnd) = (0, true)
        }
        unsent = (unsent.pieces + 1, unsent.bytes + count)
        let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in self.finishPiece(of: count, isEnd: isEnd, context) }
        context.write(data, promise: taken)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // What the system takes at once, as nearly all is, needs no deadline.
        if unsent.pieces > 0, answerDeadline == nil { awaitTaking(context) }
    }

    private func finishPiece(of count: Int, isEnd: Bool, _ context: ChannelHandlerContext) {
        unsent = (unsent.pieces - 1, unsent.bytes - count)
        if let answerDeadline {
            answerDeadline.cancel()
            self.answerDeadline = nil
            if unsent.pieces > 0 { awaitTaking(context) }
        }
        guard isEnd else { return }
        underWay = max(0, underWay - 1)
        if underWay == 0, context.channel.isActive { awaitRequest(limits.head, context) }
    }

    private func awaitTaking(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let channel = context.channel
        let time = limits.answer + .seconds(Int64(unsent.bytes / Self.slowestRate))
        answerDeadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    private func awaitRequest(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        requestDeadline?.cancel()
        let channel = context.channel
        requestDeadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    private func cancel() {
        requestDeadline?.cancel()
        answerDeadline?.cancel()
    }
}
