internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Passes on one request of a connection at a time, and reads nothing more while another one waits.
///
/// The library would pass on pipelined requests (RFC 9112, 9.3.2) as fast as they are read, so that a client that reads
/// no response fills the memory. NIO's own `HTTPServerPipelineHandler` holds all requests of one read, tens of
/// thousands of short ones; here a client that pipelines more than a few loses the rest, and the connection ends after
/// its responses.
///
/// Input that is no HTTP is answered in turn with a problem document, and ends the connection.
final class RequestSequencer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Event {
        case part(HTTPRequestPart)
        /// With the headers of the response that depend on the request.
        case error(any Error, HTTPFields)
        /// The client sends nothing more, and may still read (RFC 9293, 3.6).
        case inputClosed
    }

    /// Requests that are held while one is in progress.
    static let heldRequestLimit = 7
    /// The bytes of their bodies.
    static let heldByteLimit = 256 << 10

    /// Knows the heads of requests that are refused before they get here.
    private let headCheck: RequestHeadCheck?
    private var held = CircularBuffer<Event>()
    private var heldRequests = 0
    private var heldBytes = 0
    /// Whether the request in progress was received completely.
    private var isReceived = true
    /// Whether the client has read the response to the request in progress.
    private var isAnswered = true
    /// Whether a later handler has requested a read.
    private var wantsRead = false
    private var isDiscarding = false
    /// Whether the input could not be decoded, which is the end of it.
    private var hasFailed = false
    /// Whether the client has closed its side of the connection, as it does when it leaves.
    private var isInputClosed = false

    init(headCheck: RequestHeadCheck? = nil) { self.headCheck = headCheck }

    /// Whether the client of a connection has left.
    ///
    /// A client that only closed its sending side can't be distinguished from one that has left before data is written
    /// to it.
    static func hasClientLeft(_ channel: any Channel) async -> Bool {
        guard channel.isActive else { return true }
        let answer = channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: RequestSequencer.self).isInputClosed
        }
        // A channel without the handler is no network connection.
        return (try? await answer.get()) ?? false
    }

    /// Whether what the client sends from now on is dropped.
    var dropsInput: Bool { isDiscarding || hasFailed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        accept(.part(unwrapInboundIn(data)), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The decoder repeats its error with everything that it receives afterwards.
        guard !hasFailed else { return }
        hasFailed = true
        accept(.error(error, headCheck?.responseHeaders ?? HTTPFields()), context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            // The event keeps its place behind the requests received before it.
            if held.isEmpty { context.fireUserInboundEventTriggered(event) } else { held.append(.inputClosed) }
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        if maySendMore { context.read() } else { wantsRead = true }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenSuccess {
            self.isAnswered = true
            self.proceed(context)
        }
        context.write(data, promise: taken)
    }

    private var maySendMore: Bool { held.isEmpty && !isDiscarding }

    private func accept(_ event: Event, _ context: ChannelHandlerContext) {
        guard !isDiscarding else { return }
        if held.isEmpty, isInTurn(event) { return forward(event, context) }
        switch event {
        case .part(.head): heldRequests += 1
        case .part(.body(let bytes)): heldBytes += bytes.readableBytes
        case .part(.end), .error, .inputClosed: break
        }
        // An incomplete request is useless: its parts are dropped with its head.
        guard heldRequests <= Self.heldRequestLimit, heldBytes <= Self.heldByteLimit else {
            isDiscarding = true
            while let last = held.popLast() {
                guard case .part(.end) = last else { continue }
                held.append(last)
                break
            }
            return
        }
        held.append(event)
    }

    private func isInTurn(_ event: Event) -> Bool {
        switch event {
        case .part(.head): isReceived && isAnswered
        case .part: !isReceived
        case .error: !isReceived || isAnswered
        case .inputClosed: true
        }
    }

    private func forward(_ event: Event, _ context: ChannelHandlerContext) {
        switch event {
        case .part(let part):
            switch part {
            case .head: (isReceived, isAnswered) = (false, false)
            case .body: break
            case .end: isReceived = true
            }
            context.fireChannelRead(wrapInboundOut(part))
        case .error(let error, let headers) where isReceived && isAnswered && context.channel.isActive:
            isDiscarding = true
            held.removeAll()
            refuse(error, headers, context)
        case .error(let error, _): context.fireErrorCaught(error)
        case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    private func proceed(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        var isForwarding = false
        while let event = held.first, isInTurn(event) {
            held.removeFirst()
            switch event {
            case .part(.head): heldRequests -= 1
            case .part(.body(let bytes)): heldBytes -= bytes.readableBytes
            case .part(.end), .error, .inputClosed: break
            }
            forward(event, context)
            isForwarding = true
        }
        if isForwarding { context.fireChannelReadComplete() }
        if isDiscarding, held.isEmpty, isReceived, isAnswered { return context.close(promise: nil) }
        if wantsRead, maySendMore {
            wantsRead = false
            context.read()
        }
    }

    /// Answers invalid input with a problem document, and ends the connection.
    private func refuse(_ error: any Error, _ headers: HTTPFields, _ context: ChannelHandlerContext) {
        let problem = Problem(error)
        let body = ByteBuffer(bytes: JSONDocument.encoded(problem))
        var head = HTTPResponse(
            status: .init(code: problem.status, reasonPhrase: problem.title),
            headerFields: [
                .contentType: Problem.mediaType, .contentLength: "\(body.readableBytes)", .connection: "close",
            ]
        )
        head.headerFields.append(contentsOf: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    }
}
