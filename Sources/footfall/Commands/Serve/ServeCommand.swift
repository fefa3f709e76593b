internal import ArgumentParser
internal import Foundation
internal import HTTPTransport
internal import Logging
internal import UnixSignals
internal import VisitModel
internal import VisitPipeline
internal import VisitServer
internal import VisitStore

struct ServeCommand: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service: phones send fixes to it, programs and people query it.",
        discussion: """
            Listens only on this machine unless --host is given. While there is no access token of an admin, it prints a link to a \
            terminal, valid once and for half an hour, by which the first one is made in the browser; elsewhere \
            `footfall tokens add --role admin` makes it. Without a token only /health, the status of /ready and the \
            description of the API are served. SIGTERM \
            or Ctrl-C stops it after everything accepted is written. SIGHUP loads the certificate and key of HTTPS \
            again.

            Raw fixes are removed after the retention periods in the settings, counted from when they were stored (30 \
            days for fixes of phones, never for replayed fixes, 13 months for fixes of visits): see `footfall \
            settings`. The log announces the periods at the start, and later how many fixes were removed.
            """
    )

    @OptionGroup var listening: ListeningOptions
    @OptionGroup var pages: PageOptions
    @OptionGroup var policy: PolicyOptions
    @OptionGroup var sending: SendingOptions
    @OptionGroup var webhooks: WebhookOptions

    @Flag(
        name: .customLong("webhooks"),
        inversion: .prefixedNo,
        help: "Also send webhooks; use --no-webhooks if `footfall webhooks deliver --watch` sends them."
    )
    var sendsWebhooks = true

    @Option(help: "The log level on standard error: trace, debug, info, notice, warning, error or critical.")
    var logLevel = LogLevel.info

    @Option(help: "The form of the log: text for people, json, one object a line, for programs.")
    var logFormat = LogFormat.text

    func run(_ console: Console) async throws { try await serve(console, stoppedBy: [.sigint, .sigterm]) }

    func serve(_ console: Console, stoppedBy signals: [UnixSignal]) async throws {
        let now: @Sendable () -> Timestamp = { Timestamp(seconds: Date().timeIntervalSince1970) }
        var logger = Logger(label: "footfall") { ServiceLogHandler(to: logFormat.handler(label: $0, now: now)) }
        logger.logLevel = logLevel.level
        do {
            try await serve(console, stoppedBy: signals, logger: logger, now: now)
        } catch {
            guard logFormat == .json, let failure = CommandFailure(error) else { throw error }
            logger.critical("\(failure.description)")
            throw CommandFailure(failure.status)
        }
    }

    private func serve(
        _ console: Console,
        stoppedBy signals: [UnixSignal],
        logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) async throws {
        let store = try webhooks.database.openToServe(console)
        if let upgrade = store.upgrade { logger.notice("\(UpgradeDisplay.sentence(upgrade))") }
        if let warning = store.permissionWarning { logger.warning("\(warning)") }
        let transport = try sending.transport(connections: 256)
        defer { transport.shutDown() }
        let worker = sendsWebhooks ? try startableWorker(store, transport, console, logger, now) : nil
        let live = try LiveIngest(
            store: store,
            policy: try policy.chosen(),
            selection: policy.selection,
            now: now,
            wakeWebhooks: { worker?.wake() }
        )
        var options = try listening.options(logger)
        options.dashboard = try pages.options()
        let office = WebhookAdministration(
            endpoints: WebhookEndpoints(store: store, keyFile: try webhooks.key(of: store, console)),
            transport: transport
        )
        let service = VisitService(live: live, worker: worker, webhooks: office, options: options, now: now)
        try await service.run(stoppedBy: signals) { [listening, logger] port in
            let host = listening.host.contains(":") ? "[\(listening.host)]" : listening.host
            logger.notice("listening on \(listening.tlsCert == nil ? "http" : "https")://\(host):\(port)/")
            Self.welcome(service, at: listening.address(port: port), console, logger)
        }
        guard store.fileState == .inPlace else {
            logger.warning(
                "stopped; the database's file was deleted, replaced or cut, so check it, or restore a backup"
            )
            return
        }
        do {
            try store.close()
            logger.notice("stopped; everything accepted is written")
        } catch {
            logger.warning(
                "stopped; everything accepted is written, in part to `\(store.path)-wal`: keep it with the database"
            )
        }
    }

    /// Says how the first access token is made, where there is none.
    ///
    /// The link is for a person at a terminal: written to a log, it would be a key of the service in a file.
    private static func welcome(_ service: VisitService, at address: String, _ console: Console, _ logger: Logger) {
        do {
            guard try service.needsFirstToken() else { return }
            if console.isWatched, let path = try service.firstTokenPath() {
                console.errors(
                    """
                    there is no access token of an admin. Make one in the browser, by this link, which is valid once and \
                    for 30 minutes:
                    \(address)\(path)
                    """
                )
            } else {
                logger.notice("there is no access token of an admin; `footfall tokens add --role admin` makes one")
            }
        } catch {
            logger.warning("the access tokens can't be read", metadata: ["error": "\(error)"])
        }
    }

    /// `nil` where the key of the endpoints' secrets is missing: phones must not have to wait for webhooks.
    private func startableWorker(
        _ store: VisitStore,
        _ transport: CurlTransport,
        _ console: Console,
        _ logger: Logger,
        _ now: @escaping @Sendable () -> Timestamp
    ) throws -> WebhookWorker? {
        do {
            return try worker(store, transport, console, logger, now)
        } catch let error as VisitPipelineError where error.code == .keyFile {
            logger.error(
                "webhooks wait until the service is started with their key",
                metadata: ["error": "\(error)"]
            )
            return nil
        }
    }

    private func worker(
        _ store: VisitStore,
        _ transport: CurlTransport,
        _ console: Console,
        _ logger: Logger,
        _ now: @escaping @Sendable () -> Timestamp
    ) throws -> WebhookWorker {
        try WebhookWorker(
            store: store,
            keyFile: try webhooks.key(of: store, console),
            transport: transport,
            options: WorkerOptions(totalLimit: 256),
            now: now,
            report: { line in logger.notice("\(line)") }
        )
    }
}

enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json

    func handler(label: String, now: @escaping @Sendable () -> Timestamp) -> any LogHandler {
        switch self {
        case .text: StreamLogHandler.standardError(label: label)
        case .json:
            // What can't be written has no other place to be reported.
            JSONLogHandler(now: now) { try? FileHandle.standardError.write(contentsOf: Data($0)) }
        }
    }
}

struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the map library Leaflet; Debian's package libjs-leaflet contains it.",
            valueName: "folder"
        )
    )
    var leaflet = DashboardOptions.standardLeafletFolder

    @Option(
        help: ArgumentHelp(
            "Draw maps on tiles from this address, such as https://tile.example.org/{z}/{x}/{y}.png, which browsers "
                + "load; without it on a plain grid.",
            valueName: "url"
        )
    )
    var tiles: String?

    @Option(help: ArgumentHelp("The attribution of the tiles, shown on the map.", valueName: "text"))
    var tilesAttribution: String?

    func validate() throws {
        guard tilesAttribution == nil || tiles != nil else {
            throw ArgumentParser.ValidationError("--tiles-attribution needs --tiles")
        }
        do {
            _ = try options()
        } catch let error as VisitServerError {
            throw ArgumentParser.ValidationError(error.message)
        }
    }

    func options() throws -> DashboardOptions {
        var options = DashboardOptions()
        options.leafletFolder = leaflet
        options.tiles = try tiles.map { try TileSource(template: $0, attribution: tilesAttribution ?? "") }
        return options
    }
}
