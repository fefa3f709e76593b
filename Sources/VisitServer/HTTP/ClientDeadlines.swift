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
    /// Whether the client has said that it sends nothing more, as it does when it leaves.
    private var isInputClosed = false
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

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { isInputClosed = true }
        context.fireUserInboundEventTriggered(event)
    }

    /// Whether the client of a connection has left.
    ///
    /// One that only stops sending can't be told from one that has left before it is written to.
    static func hasLeft(_ channel: any Channel) async -> Bool {
        guard channel.isActive else { return true }
        let answer = channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: ClientDeadlines.self).isInputClosed
        }
        // A channel without the handler is none of the network.
        return (try? await answer.get()) ?? false
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
