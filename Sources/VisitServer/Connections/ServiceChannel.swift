internal import Glibc
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// The handlers of a connection, from bytes to requests.
///
/// They equal the library's own `HTTP1Channel`, with additional handlers that limit the resources of a client.
struct ServiceChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Limits: Sendable {
        var deadlines: ClientDeadlines.Limits
        /// The longest body.
        var body: Int
        /// The web pages that may read a refusal.
        var crossOrigins = CrossOriginPolicy(origins: [])
    }

    let responder: HTTPChannelHandler.Responder
    let limits: Limits
    let registry: ConnectionRegistry
    let proxies: TrustedProxies
    let intake: DirectIntake

    /// One read has at most this length, and two are done at a time: this bounds what a client pipelines.
    private static let readLength = 64 << 10

    /// What the system buffers of responses of a connection, in bytes.
    private static let sendBuffer = SocketOptionValue(128 << 10)

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 2)
            // Otherwise the system buffers megabytes for a client that reads nothing.
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 2 << 10, maximum: Self.readLength)
            )
            let pipeline = channel.pipeline.syncOperations
            try Self.addHandlers(to: pipeline, limits)
            let client = proxies.client(peer: channel.remoteAddress?.ipAddress, forwardedFor: [])
            if let id = registry.open(channel, from: client.isProxied ? nil : client.address) {
                try pipeline.addHandler(ConnectionActivity(id, in: registry))
            }
            try pipeline.addHandlers([
                HTTPConnectionStateHandler(idleTimeout: nil, logger: logger), DirectIntakeHandler(intake),
            ])
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
        }
    }

    static func addHandlers(to pipeline: ChannelPipeline.SynchronousOperations, _ limits: Limits) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = 16 << 10
        decoding.maxHeaderListSize = 64 << 10
        decoding.maxHeaderFieldCount = 200
        let headCheck = RequestHeadCheck(crossOrigins: limits.crossOrigins)
        let sequencer = RequestSequencer(headCheck: headCheck)
        try pipeline.addHandler(PipeliningLimit(before: sequencer))
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: decoding
        )
        try pipeline.addHandlers([
            headCheck, ConnectionPersistence(), HTTP1ToHTTPServerCodec(secure: false), sequencer,
            ContinueHandler(bodyLimit: limits.body), ClientDeadlines(limits.deadlines),
        ])
    }

    func handle(value channel: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: channel, logger: logger)
    }
}

enum OpenFileLimit {
    /// The files of the database, webhooks and libraries, beside clients' connections.
    static let reserve = 512

    /// As far as the system allows.
    static func raise(forConnections wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        let needed = rlim_t(wanted + reserve)
        if limit.rlim_cur < needed {
            var raised = limit
            raised.rlim_cur = min(needed, limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return max(16, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}
