internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// What is known of a request beside the request itself.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who sent it, once that is known.
    var caller = Caller.unknown
    /// The network address that it came from; a proxy's where there is one in between.
    let peer: String?
    /// The client's address, behind trusted proxies too: what limits of failures count by.
    var client: String
    /// Whether the client has left.
    let isAbandoned: @Sendable () async -> Bool

    /// The connection that it came by.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        self.channel = source.channel
        self.peer = source.channel.remoteAddress?.ipAddress
        // Behind trusted proxies `ClientMiddleware` finds out more.
        self.client = TrustedProxies(ranges: []).client(peer: peer, forwardedFor: []).address
        self.isAbandoned = { [channel = source.channel] in await RequestSequencer.hasClientLeft(channel) }
        self.coreContext = CoreRequestContextStorage(source: source)
    }

    /// Who sent a request.
    enum Caller: Sendable {
        /// Nobody has looked yet.
        case unknown
        /// Somebody with a token.
        case known(Principal, userName: String?)
        /// Somebody whose token is not taken, or who has none.
        case refused(Problem)
    }
}
