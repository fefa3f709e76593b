internal import NIOCore
internal import NIOHTTP1

/// Closes a connection after the response where the client does not keep it (RFC 9112, 9.3), and sends clients of
/// HTTP/1.0 no chunks, which they can't read (RFC 9112, 6.1).
///
/// The library knows no version of a request, and only one spelling of `Connection: close`. A client of HTTP/1.0 keeps
/// a connection only by `Connection: keep-alive`; a response to it without a length, such as the live stream of events,
/// ends with the connection.
final class ConnectionPersistence: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A received request whose response is not complete.
    private struct Exchange {
        /// Whether the request is of HTTP/1.0 or older.
        let isOld: Bool
        /// Whether the response has a head only.
        let isHead: Bool
        /// Whether the connection continues after the response.
        var isKept: Bool
    }

    /// In the order of the requests, which is that of the responses.
    private var exchanges = CircularBuffer<Exchange>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let exchange = Exchange(
            isOld: head.version.major < 1 || head.version.major == 1 && head.version.minor == 0,
            isHead: head.method == .HEAD,
            isKept: head.isKeepAlive
        )
        exchanges.append(exchange)
        guard !exchange.isKept else { return context.fireChannelRead(data) }
        // The one spelling after which the library closes the connection.
        var closing = head
        closing.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(closing)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let exchange = exchanges.first else { return context.write(data, promise: promise) }
        let isUsual = !exchange.isOld && exchange.isKept
        switch unwrapOutboundIn(data) {
        case .head(let head) where !isUsual && head.status.code >= 200:
            var framed = head
            frame(&framed, of: &exchanges[exchanges.startIndex])
            context.write(wrapOutboundOut(.head(framed)), promise: promise)
        case .end:
            exchanges.removeFirst()
            guard exchange.isOld, !exchange.isKept else { return context.write(data, promise: promise) }
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            // The library waits for another request where the client has asked for one.
            sent.futureResult.assumeIsolated().whenSuccess { context.close(mode: .output, promise: nil) }
            context.write(data, promise: sent)
        case .head, .body: context.write(data, promise: promise)
        }
    }

    private func frame(_ head: inout HTTPResponseHead, of exchange: inout Exchange) {
        if exchange.isOld {
            // The encoder frames by the version of the response.
            head.version = .http1_0
            head.headers.remove(name: "Transfer-Encoding")
            let isFramed =
                exchange.isHead || head.headers.contains(name: "Content-Length") || !head.status.mayHaveResponseBody
            exchange.isKept = exchange.isKept && isFramed
            if exchange.isKept { head.headers.replaceOrAdd(name: "Connection", value: "keep-alive") }
        }
        if !exchange.isKept { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    }
}
