internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// The handler that answers `Expect: 100-continue`, which the client awaits before it sends its body (RFC 9110,
/// 10.1.1).
///
/// For a body beyond the limit it does not answer: the response to the request follows.
final class ContinueHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let bodyLimit: Int

    /// Makes a handler.
    ///
    /// - Parameter bodyLimit: the longest allowed body, in bytes.
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
