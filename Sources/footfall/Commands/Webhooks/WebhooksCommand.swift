internal import ArgumentParser
internal import HTTPTransport
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Send visits to other systems, and see the deliveries.",
        discussion: """
            Messages follow Standard Webhooks 1.0 and are queued in the transaction that stores the visit or event, so \
            none is lost; docs/webhooks describes them for the receiver's developers. Messages are queued for live \
            phones always, for recorded tracks only with `replay --notify`. `deliver` sends the messages that are due.
            """,
        subcommands: [
            WebhooksAdd.self, WebhooksList.self, WebhooksShow.self, WebhooksTest.self, WebhooksRotateSecret.self,
            WebhooksDisable.self, WebhooksEnable.self, WebhooksRemove.self, WebhooksDeliveries.self,
            WebhooksReplay.self, WebhooksPurge.self, WebhooksDeliver.self, WebhooksListen.self,
        ]
    )
}

struct WebhooksList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the endpoints, with the number of their messages that are queued or given up."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let counts = try store.endpoints.deliveryCounts()
        let rows = try store.endpoints.all().map {
            EndpointRow(stored: $0, counts: counts[$0.key] ?? DeliveryCounts())
        }
        let empty = "no endpoints; `footfall webhooks add URL` adds one"
        try format.write(rows, EndpointDisplay.columns, to: console, empty: empty)
    }
}

struct WebhooksShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one endpoint, without its secret."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var format: FormatOptions
    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let counts = try endpoints.store.endpoints.deliveryCounts()[stored.key] ?? DeliveryCounts()
        var row = EndpointRow(stored: stored, counts: counts)
        do {
            row.signing = try endpoints.signing(of: stored)
        } catch {
            // Everything else can be shown without the key, and an operator who lost it needs to see it.
            console.errors("note: its signing method can't be read: \(error)")
        }
        try Report.writeOne(row, EndpointDisplay.details, format.format, to: console.output)
    }
}

struct WebhooksEnable: Command {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable an endpoint; sending resumes where it stopped."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        guard stored.disabling != nil else { return try console.print("\(id) is already enabled") }
        try endpoints.store.endpoints.enable(stored.key)
        let waiting = try endpoints.store.endpoints.deliveryCounts()[stored.key]?.waiting ?? 0
        try console.print("\(id) is enabled; \(CountText.of(waiting, "message")) queued for it")
    }
}

struct WebhooksDisable: Command {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable an endpoint; its messages stay queued."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        guard stored.disabling == nil else { return try console.print("\(id) is already disabled") }
        try endpoints.disable(stored, at: console.now())
        try console.print("\(id) is disabled; its messages stay queued until `footfall webhooks enable \(id)`")
    }
}

struct WebhooksRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an endpoint with its queued messages and its delivery history.",
        discussion: "Queued messages are lost, so --force is needed if there are any."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @Flag(help: "Remove it even if messages are queued for it.")
    var force = false

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let counts = try endpoints.store.endpoints.deliveryCounts()[stored.key] ?? DeliveryCounts()
        guard force || counts.waiting + counts.dead == 0 else {
            throw CommandFailure(
                .data,
                "\(CountText.of(counts.waiting, "message")) waiting for \(id) and \(counts.dead) given up; "
                    + "`disable` keeps them, --force removes them"
            )
        }
        try endpoints.store.endpoints.remove(stored.key)
        try console.print("removed \(id)")
    }
}

struct WebhooksPurge: Command {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Delete messages that were given up.",
        discussion:
            "Delivered messages are deleted automatically after 30 days; queued messages are never deleted."
    )

    @Option(help: ArgumentHelp("Only those to this endpoint.", valueName: "id"), transform: Transforms.identifier)
    var endpoint: EndpointID?

    @Option(
        help: ArgumentHelp("Only messages given up before this time.", valueName: "time"),
        transform: Transforms.time
    )
    var before: Timestamp?

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let key = try endpoint.map { try endpoints.endpoint($0).key }
        let count = try endpoints.store.outbox.purgeDead(of: key, before: before)
        try console.print("\(CountText.of(count, "message")) deleted")
    }
}

struct WebhooksTest: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send one endpoint a test message now, and print the result.",
        discussion: """
            The message is of the type webhook.test. It is sent once, even to an endpoint that is disabled. If the \
            endpoint accepts it, its messages that wait for a retry become due.
            """
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var sending: SendingOptions
    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) async throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let transport = try sending.transport()
        defer { transport.shutDown() }
        let (message, exchange, woken) = try await endpoints.test(stored, transport: transport, at: console.now())
        let milliseconds = exchange.duration.wholeMilliseconds
        switch exchange.result {
        case .success(let response) where (200...299).contains(response.status):
            try console.print("\(message) arrived: status \(response.status) after \(milliseconds) ms")
            guard woken > 0 else { return }
            try console.print("\(CountText.of(woken, "waiting message is", "waiting messages are")) due now")
        case .success(let response):
            let text = ResponseText.firstLine(response.body)
            throw CommandFailure(
                .temporary,
                """
                \(message) was refused: status \(response.status) after \(milliseconds) \
                ms\(text.map { ": \($0)" } ?? "")
                """
            )
        case .failure(let error):
            throw CommandFailure(.temporary, "\(message) did not arrive after \(milliseconds) ms: \(error.message)")
        }
    }
}
