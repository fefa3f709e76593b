internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import SQLiteStorage
internal import ServiceLifecycle
package import UnixSignals
package import VisitModel
package import VisitPipeline
internal import VisitStore

/// The HTTP service: ingests phones' requests, serves visits and sends webhooks.
package struct VisitService: Sendable {
    private let live: LiveIngest
    private let worker: WebhookWorker?
    private let webhooks: WebhookAdministration?
    private let options: ServiceOptions
    private let now: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> Duration
    private let hub: EventHub
    private let gatekeeper: Gatekeeper
    private let metrics = ServiceMetrics()
    private let reader: StoreReader
    private let dashboard: Dashboard
    private let registry: ConnectionRegistry
    private let watch: DatabaseWatch
    private let recorder: AccessRecorder
    private let budget = BodyBudget()

    /// Makes a service that does not listen yet.
    ///
    /// The worker is `nil` where another process sends the webhooks. The administration of webhook endpoints is `nil`
    /// where it is not provided over HTTP. `uptime` is a monotonic clock, by default the system's.
    package init(
        live: LiveIngest,
        worker: WebhookWorker?,
        webhooks: WebhookAdministration? = nil,
        options: ServiceOptions,
        now: @escaping @Sendable () -> Timestamp,
        uptime: (@Sendable () -> Duration)? = nil
    ) {
        self.live = live
        self.worker = worker
        self.webhooks = webhooks
        self.options = options
        self.now = now
        let start = ContinuousClock.now
        self.uptime = uptime ?? { start.duration(to: .now) }
        self.gatekeeper = Gatekeeper(
            store: live.pipeline.store,
            requestsPerSecond: options.requestsPerSecond,
            now: now,
            uptime: self.uptime
        )
        self.reader = StoreReader(live.pipeline.store)
        self.watch = DatabaseWatch(store: live.pipeline.store, uptime: self.uptime)
        self.recorder = AccessRecorder(
            reader: reader,
            watch: watch,
            now: now,
            uptime: self.uptime,
            logger: options.logger
        )
        self.hub = EventHub(feed: live.feed, reader: reader, uptime: self.uptime)
        self.dashboard = Dashboard(options: options.dashboard, isEncrypted: options.certificate != nil)
        self.registry = ConnectionRegistry(
            limits: ConnectionTable.Limits(
                total: OpenFileLimit.raise(forConnections: options.connectionLimit),
                perAddress: options.connectionsPerAddress
            )
        )
    }

    var endpoints: [Endpoint] {
        let limits = bodyLimits
        return HealthEndpoints(live: live, metrics: metrics, reader: reader, registry: registry, watch: watch).all
            + PhoneEndpoints(
                live: live,
                metrics: metrics,
                limits: limits,
                budget: budget,
                gatekeeper: gatekeeper
            ).all
            + APIEndpoints(parts: parts(limits)).all
            + DashboardEndpoints(parts: parts(limits), dashboard: dashboard).all
    }

    private var bodyLimits: BodyLimits {
        BodyLimits(packed: options.bodyLimit, unpacked: options.unpackedBodyLimit)
    }

    private func parts(_ limits: BodyLimits) -> ServiceParts {
        ServiceParts(
            live: live,
            reader: reader,
            gatekeeper: gatekeeper,
            recorder: recorder,
            hub: hub,
            webhooks: webhooks,
            webhookExceptions: options.webhookExceptions,
            fileLimits: limits,
            now: now,
            uptime: uptime
        )
    }

    func responder() -> RouterResponder<ServiceContext> {
        ServiceRouter(
            endpoints: endpoints,
            gatekeeper: gatekeeper,
            record: record,
            proxies: proxies,
            registry: registry,
            watch: watch,
            pages: DashboardAuthentication(parts: parts(bodyLimits), dashboard: dashboard),
            recorder: recorder,
            crossOrigins: options.crossOrigins
        ).responder()
    }

    private var proxies: TrustedProxies { TrustedProxies(ranges: options.trustedProxies) }

    private var record: ResponseRecord { ResponseRecord(metrics: metrics, watch: watch, logger: options.logger) }

    /// What answers the usual requests of phones without the router.
    var directIntake: DirectIntake {
        DirectIntake(
            live: live,
            gatekeeper: gatekeeper,
            budget: budget,
            record: record,
            watch: watch,
            proxies: proxies,
            registry: registry,
            crossOrigins: CrossOriginPolicy(origins: options.crossOrigins),
            bodyLimit: options.bodyLimit,
            date: ResponseDate(now: now)
        )
    }

    /// The path of a page that signs in one browser with a token, once, within half an hour.
    package func signInPath(with token: AccessToken) -> String {
        dashboard.addLink(for: .session(token), at: now())
    }

    /// Whether there is no valid access token of an admin, so that one has to be made.
    package func needsFirstToken() throws -> Bool { try !live.pipeline.store.accessTokens.hasAdmin(at: now()) }

    /// The path of a page on which the first access token is made, once, within half an hour; `nil` where there is one.
    package func firstTokenPath() throws -> String? {
        guard try needsFirstToken() else { return nil }
        return dashboard.addLink(for: .firstToken, at: now())
    }

    /// Listens until it is stopped, then finishes the accepted requests.
    ///
    /// `onListening` is called with the port. Throws `VisitServerError` where the service can't listen, another process
    /// serves the database, or the certificate can't be used.
    package func run(
        stoppedBy signals: [UnixSignal],
        onListening: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let lock = try servingLock()
        defer { withExtendedLifetime(lock) {} }
        let certificate = try options.certificate.map {
            try CurrentCertificate(chainFile: $0.chainFile, keyFile: $0.keyFile)
        }
        let application = Application(
            responder: responder(),
            server: server(certificate),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                backlog: 1_024
            ),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: quietLogger
        )
        // They stop in reverse order: the live streams end, no more requests are accepted, the accepted ones are
        // finished, then the webhooks stop.
        var services: [any Service] = []
        if let worker { services.append(WebhookService(worker: worker)) }
        services.append(CertificateReload(certificate: certificate, logger: options.logger))
        services += [LiveService(live: live), upkeep, application, StreamService(feed: live.feed)]
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: signals,
            logger: quietLogger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(options.patienceSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as SocketAddressError.UnknownHost {
            throw VisitServerError(
                .cannotListen,
                "`\(options.host)` is not an address or name of this machine; choose another --host",
                cause: error
            )
        } catch let error as IOError {
            // The library's own description names its functions.
            let reason = String(cString: strerror(error.errnoCode)).lowercased()
            throw VisitServerError(
                .cannotListen,
                "\(options.host):\(options.port) can't be bound: \(reason); choose another --host or --port"
            )
        } catch let error as SocketAddressError {
            throw VisitServerError(
                .cannotListen,
                "\(options.host):\(options.port) can't be bound; choose another --host or --port",
                cause: error
            )
        }
    }

    /// Two processes would each use an outdated state.
    private func servingLock() throws -> FileLock {
        let path = live.pipeline.store.path
        guard let lock = try FileLock(database: path, suffix: FileLock.serving) else {
            throw VisitServerError(
                .alreadyServing,
                "another process serves the database `\(path)`; stop it first, or choose another database"
            )
        }
        return lock
    }

    /// Without the HTTP library's messages of start and stop, which the service logs itself.
    private var quietLogger: Logger {
        var logger = options.logger
        logger.logLevel = max(logger.logLevel, .notice)
        return logger
    }

    private var upkeep: Upkeep {
        Upkeep(live: live, gatekeeper: gatekeeper, recorder: recorder, reader: reader, options: options, now: now)
    }

    /// `certificate` is `nil` for plain HTTP.
    private func server(_ certificate: CurrentCertificate?) -> HTTPServerBuilder {
        let limits = ServiceChannel.Limits(
            deadlines: ClientDeadlines.Limits(
                head: .seconds(Int64(options.headSeconds)),
                body: .seconds(Int64(options.bodySeconds)),
                answer: .seconds(Int64(options.answerSeconds))
            ),
            body: options.bodyLimit,
            crossOrigins: CrossOriginPolicy(origins: options.crossOrigins)
        )
        return HTTPServerBuilder { [registry, proxies, directIntake] responder in
            let plain = ServiceChannel(
                responder: responder,
                limits: limits,
                registry: registry,
                proxies: proxies,
                intake: directIntake
            )
            return certificate?.channel(over: plain) ?? plain
        }
    }
}

/// Stops the intake once no more requests are accepted.
private struct LiveService: Service {
    let live: LiveIngest

    func run() async throws {
        try? await gracefulShutdown()
        await live.stop()
    }
}

/// Ends the live streams first, because the HTTP library would wait for them.
private struct StreamService: Service {
    let feed: LiveFeed

    func run() async throws {
        try? await gracefulShutdown()
        feed.finish()
    }
}

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
