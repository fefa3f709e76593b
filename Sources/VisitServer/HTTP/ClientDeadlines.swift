internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose client keeps us waiting: for the head of a request, or for the rest of its body.
///
/// A client that sends a byte now and then keeps a connection busy for ever by every measure of idleness; here a head and
/// a body each have a time by which they are whole. Our own time to answer does not count.
final class ClientDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let head: TimeAmount
    private let body: TimeAmount
    private var deadline: Scheduled<Void>?
    /// Requests whose head came and whose answer has not gone yet.
    private var underWay = 0

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - head: how long the head of a request may take, from the connection or the answer before.
    ///   - body: how long the body may take from the head on.
    init(head: TimeAmount, body: TimeAmount) {
        self.head = head
        self.body = body
    }

    func handlerAdded(context: ChannelHandlerContext) {
        wait(head, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            underWay += 1
            wait(body, context)
        case .body: break
        case .end: deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            underWay = max(0, underWay - 1)
            if underWay == 0 { wait(head, context) }
        }
        context.write(data, promise: promise)
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
