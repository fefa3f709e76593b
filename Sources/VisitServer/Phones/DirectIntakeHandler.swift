internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import VisitPipeline

/// Answers the usual requests of a phone's connection by `DirectIntake`, and passes on all others unchanged.
///
/// It is the last handler before the library's own, and sees one request at a time. A request is held only while the
/// bytes of one read are processed: one that does not arrive at once is passed on.
final class DirectIntakeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        /// No request, or one that is passed on.
        case passing
        /// The parts of a request as received so far.
        case holding(DirectRequest, HTTPRequest, ByteBuffer?)
        /// A request is being stored; the event is that of a client that will send nothing more.
        case answering(ChannelEvent?)
    }

    private let intake: DirectIntake
    private var state = State.passing

    init(_ intake: DirectIntake) {
        self.intake = intake
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard let request = intake.candidate(head, from: context.channel.remoteAddress?.ipAddress) else { break }
            state = .holding(request, head, nil)
            return
        case .body(var bytes):
            guard case .holding(let request, let head, let held) = state else { break }
            state = .passing
            if var held {
                held.writeBuffer(&bytes)
                bytes = held
            }
            state = .holding(request, head, bytes)
            return
        case .end:
            guard case .holding(let request, _, let body) = state else { break }
            if begin(request, body, context) { return }
            passOn(context)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passOn(context)
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .answering = state, let event = event as? ChannelEvent, event == .inputClosed {
            // Passed on after the response, which the library would otherwise not let pass.
            state = .answering(event)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func begin(_ request: DirectRequest, _ body: ByteBuffer?, _ context: ChannelHandlerContext) -> Bool {
        let stored = context.eventLoop.makePromise(of: Result<StoredRequest, any Error>.self)
        let begins = intake.begin(request, body: body.map { Array($0.readableBytesView) } ?? []) { stored.succeed($0) }
        guard begins else {
            stored.fail(CancellationError())
            return false
        }
        state = .answering(nil)
        stored.futureResult.assumeIsolated().whenSuccess { result in self.answer(request, result, context) }
        return true
    }

    private func answer(
        _ request: DirectRequest,
        _ result: Result<StoredRequest, any Error>,
        _ context: ChannelHandlerContext
    ) {
        let response = intake.response(to: request, result)
        guard context.channel.isActive, case .answering(let event) = state else { return }
        state = .passing
        let head = HTTPResponse(status: response.status, headerFields: response.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if response.body.readableBytes > 0 { context.write(wrapOutboundOut(.body(response.body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if let event { context.fireUserInboundEventTriggered(event) }
    }

    /// Passes on the parts that are held.
    private func passOn(_ context: ChannelHandlerContext) {
        guard case .holding(_, let head, let body) = state else { return }
        state = .passing
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if let body { context.fireChannelRead(wrapInboundOut(.body(body))) }
    }
}
