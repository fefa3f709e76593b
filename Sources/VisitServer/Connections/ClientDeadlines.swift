internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Closes a connection when the client is too slow with a request's head or body, or with reading the response.
///
/// A client that sends a byte now and then is never idle; therefore a head and a body each have a deadline by which
/// they must be complete. The service's own time to respond does not count.
final class ClientDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    struct Limits: Sendable {
        /// From the connection or the previous response.
        var head: TimeAmount
        /// From the head of the request.
        var body: TimeAmount
        /// For reading the next piece of a response; a long piece has a second more for every 16 KiB.
        var answer: TimeAmount
    }

    /// An outbound event: the service begins to wait before it reads more of a body, or continues.
    ///
    /// The client's time for the body then restarts.
    struct Wait: Sendable {
        let begins: Bool
    }

    /// The lowest rate at which a long piece of a response has to be read, in bytes a second.
    private static let slowestRate = 16 << 10

    private let limits: Limits
    /// The deadline of the awaited head or body; `nil` while none is awaited.
    private var requestDeadline: NIODeadline?
    /// Looks at the deadline; it stays as it is while the deadline moves on, which every request makes it do.
    private var requestCheck: (at: NIODeadline, task: Scheduled<Void>)?
    /// The deadline for reading the next piece of the response.
    private var answerDeadline: Scheduled<Void>?
    /// Whether the head of a request was received and not its end.
    private var isInBody = false
    /// Requests with a received head and without a fully read response.
    private var underWay = 0
    /// The pieces of responses that the client has not read.
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
            isInBody = true
            awaitRequest(limits.body, context)
        case .body: break
        case .end:
            isInBody = false
            // After a response that was sent before the request was complete, the next head is awaited.
            if underWay == 0 { awaitRequest(limits.head, context) } else { requestDeadline = nil }
        }
        context.fireChannelRead(data)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let wait = event as? Wait else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if isInBody, context.channel.isActive {
            if wait.begins { requestDeadline = nil } else { awaitRequest(limits.body, context) }
        }
        promise?.succeed()
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
        // A piece that the system accepts immediately, as nearly all are, needs no deadline.
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
        let deadline = context.eventLoop.now + time
        requestDeadline = deadline
        if let requestCheck, requestCheck.at <= deadline { return }
        requestCheck?.task.cancel()
        checkRequest(at: deadline, context)
    }

    private func checkRequest(at time: NIODeadline, _ context: ChannelHandlerContext) {
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.requestCheck = nil
            guard let deadline = self.requestDeadline, context.channel.isActive else { return }
            if deadline <= context.eventLoop.now {
                context.channel.close(promise: nil)
            } else {
                self.checkRequest(at: deadline, context)
            }
        }
        requestCheck = (time, task)
    }

    private func cancel() {
        requestCheck?.task.cancel()
        requestDeadline = nil
        answerDeadline?.cancel()
    }
}

/// Answers `Expect: 100-continue`, which the client awaits before it sends its body (RFC 9110, 10.1.1).
///
/// For a body beyond the limit in bytes it does not answer: the response to the request follows.
final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let bodyLimit: Int

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.headerFields[.expect]?.lowercased() == "100-continue",
            head.headerFields[.contentLength].flatMap(Int.init) ?? 0 <= bodyLimit
        {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }
}

/// Refuses requests with no or several hosts (RFC 9112, 3.2), before the library drops all but one.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    enum Failure: Error {
        case missingHost
        case repeatedHost
    }

    private let crossOrigins: CrossOriginPolicy
    private var isRefused = false
    /// The headers that permit the page of the last request to read a response; none once the request is complete.
    private(set) var responseHeaders = HTTPFields()

    init(crossOrigins: CrossOriginPolicy) { self.crossOrigins = crossOrigins }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        let part = unwrapInboundIn(data)
        guard case .head(var head) = part else {
            context.fireChannelRead(data)
            if case .end = part { responseHeaders = HTTPFields() }
            return
        }
        responseHeaders = HTTPFields()
        if crossOrigins.applies(to: head.uri) {
            crossOrigins.add(to: &responseHeaders, for: crossOrigins.permitted(head.headers.first(name: "Origin")))
        }
        let hosts = head.headers["Host"].count
        let isOld = head.version.major == 1 && head.version.minor == 0
        guard hosts == 1 || isOld && hosts == 0 else {
            // The following bytes can't be trusted: another server in between may have parsed them differently.
            isRefused = true
            return context.fireErrorCaught(hosts == 0 ? Failure.missingHost : .repeatedHost)
        }
        // RFC 9110, 10.1.1: an expectation in HTTP/1.0 is to be ignored.
        if isOld { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
