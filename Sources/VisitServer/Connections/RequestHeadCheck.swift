internal import NIOCore
internal import NIOHTTP1

/// Refuses requests that name no host or several (RFC 9112, 3.2), before the library keeps one name of them.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// What is wrong with a head.
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
            // What follows can't be trusted to be what another server between us and the client took it for.
            isRefused = true
            return context.fireErrorCaught(hosts == 0 ? Failure.missingHost : .repeatedHost)
        }
        // RFC 9110, 10.1.1: an expectation in HTTP/1.0 is to be ignored.
        if isOld { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
