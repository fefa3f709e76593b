internal import NIOCore
internal import NIOHTTP1

/// The handler that refuses requests with no or several hosts (RFC 9112, 3.2), before the library drops all but one.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The error of a head.
    enum Failure: Error {
        case missingHost
        case repeatedHost
    }

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
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
