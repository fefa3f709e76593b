internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// The context of a request.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The sender, once it is authenticated.
    var caller = Caller.unknown
    /// The network address of the connection, which may be a proxy's.
    let peer: String?
    /// The client's address, also behind trusted proxies; limits of failed attempts count by it.
    var client: String
    /// Whether the client has disconnected.
    let isAbandoned: @Sendable () async -> Bool

    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        self.channel = source.channel
        self.peer = source.channel.remoteAddress?.ipAddress
        // Behind trusted proxies `ClientMiddleware` replaces it.
        self.client = TrustedProxies(ranges: []).client(peer: peer, forwardedFor: []).address
        self.isAbandoned = { [channel = source.channel] in await RequestSequencer.hasClientLeft(channel) }
        self.coreContext = CoreRequestContextStorage(source: source)
    }

    /// The sender of a request.
    enum Caller: Sendable {
        /// Not authenticated yet.
        case unknown
        /// Authenticated with a token.
        case known(Principal, userName: String?)
        /// Without a token, or with one that was refused.
        case refused(Problem)
    }
}
