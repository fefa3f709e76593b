internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import NIOSSL
internal import ServiceLifecycle
public import UnixSignals
public import VisitModel
public import VisitPipeline
internal import VisitStore

/// The service: phones in, visits and webhooks out, over HTTP.
public struct VisitService: Sendable {
    private let live: LiveIngest
    private let worker: WebhookWorker?
    private let webhooks: WebhookOffice?
    private let options: ServiceOptions
    private let now: @Sendable () -> Timestamp
    private let gatekeeper: Gatekeeper
    private let metrics = ServiceMetrics()
    private let reader: StoreReader
    private let dashboard: Dashboard

    /// Makes a service that does not listen yet.
    ///
    /// - Parameters:
    ///   - live: takes fixes.
    ///   - worker: sends webhooks; `nil` where another process does.
    ///   - webhooks: the endpoints and how one is tried out; `nil` lets nobody manage them over HTTP.
    ///   - options: how it listens and what it allows.
    ///   - now: the time of the world.
    public init(
        live: LiveIngest,
        worker: WebhookWorker?,
        webhooks: WebhookOffice? = nil,
        options: ServiceOptions,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.live = live
        self.worker = worker
        self.webhooks = webhooks
        self.options = options
        self.now = now
        self.gatekeeper = Gatekeeper(
            store: live.pipeline.store,
            requestsPerSecond: options.requestsPerSecond,
            now: now
        )
        self.reader = StoreReader(live.pipeline.store)
        self.dashboard = Dashboard(options: options.dashboard, isEncrypted: options.certificate != nil)
    }

    /// Everything that can be asked of it.
    var endpoints: [Endpoint] {
        let limits = BodyLimits(packed: options.bodyLimit, unpacked: options.unpackedBodyLimit)
        return HealthEndpoints(live: live, metrics: metrics, reader: reader).all
            + PhoneEndpoints(live: live, metrics: metrics, limits: limits, room: BodyRoom()).all
            + APIEndpoints(parts: parts(limits)).all
            + DashboardEndpoints(parts: parts(limits), dashboard: dashboard).all
    }

    private func parts(_ limits: BodyLimits) -> ServiceParts {
        ServiceParts(
            live: live,
            reader: reader,
            gatekeeper: gatekeeper,
            webhooks: webhooks,
            webhookExceptions: options.webhookExceptions,
            fileLimits: limits,
            now: now
        )
    }

    /// What answers requests.
    func responder() -> RouterResponder<ServiceContext> {
        ServiceRouter(endpoints: endpoints, gatekeeper: gatekeeper, metrics: metrics).responder()
    }

    /// Listens until it is told to end, then finishes what was accepted.
    ///
    /// - Parameters:
    ///   - signals: what ends it from outside.
    ///   - onListening: told the port once it listens.
    /// - Throws: `VisitServerError` where it can't listen, or the certificate can't be used.
    public func run(
        stoppedBy signals: [UnixSignal],
        onListening: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let application = Application(
            responder: responder(),
            server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                backlog: 1_024,
                availableConnectionsDelegate: .maximum(options.connectionLimit, logger: options.logger)
            ),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: quietLogger
        )
        // They end in the order from the last to the first: nothing more comes in, then what came in is finished.
        var services: [any Service] = []
        if let worker { services.append(WebhookService(worker: worker)) }
        services += [LiveService(live: live), upkeep, application, StreamService(feed: live.feed)]
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: signals,
            logger: quietLogger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(options.patienceSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw VisitServerError(
                .cannotListen,
                "\(options.host):\(options.port) can't be listened on; choose another --host or --port",
                cause: error
            )
        }
    }

    /// The log of the HTTP library, which tells of each start and stop what ours tells already.
    private var quietLogger: Logger {
        var logger = options.logger
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }

    private var upkeep: Upkeep {
        Upkeep(live: live, gatekeeper: gatekeeper, reader: reader, options: options, now: now)
    }

    private func server() throws -> HTTPServerBuilder {
        let (head, body) = (
            TimeAmount.seconds(Int64(options.headSeconds)), TimeAmount.seconds(Int64(options.bodySeconds))
        )
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ClientDeadlines(head: head, body: body)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10,
                    maxHeaderListSize: 64 << 10,
                    maxHeaderFieldCount: 200
                )
            )
        )
        guard let certificate = options.certificate else { return plain }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate.chainFile).map(
                NIOSSLCertificateSource.certificate
            )
            let key = try NIOSSLPrivateKey(file: certificate.keyFile, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain,
                privateKey: .privateKey(key)
            )
            configuration.minimumTLSVersion = .tlsv12
            return try .tls(plain, tlsConfiguration: configuration)
        } catch {
            throw VisitServerError(
                .certificate,
                "the certificate `\(certificate.chainFile)` or its key `\(certificate.keyFile)` can't be used; both are "
                    + "files in PEM, and belong together",
                cause: error
            )
        }
    }
}

/// Ends the intake once nothing more comes in.
private struct LiveService: Service {
    let live: LiveIngest

    func run() async throws {
        try? await gracefulShutdown()
        await live.stop()
    }
}

/// Lets listeners of the live stream go first, for whom the HTTP library would wait.
private struct StreamService: Service {
    let feed: LiveFeed

    func run() async throws {
        try? await gracefulShutdown()
        feed.finish()
    }
}

/// Sends webhooks as long as the service runs.
private struct WebhookService: Service {
    let worker: WebhookWorker

    func run() async throws {
        try await withGracefulShutdownHandler {
            _ = try await worker.run()
        } onGracefulShutdown: {
            worker.stop()
        }
    }
}
