internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore
internal import WebhookDelivery

struct WebhooksAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an endpoint, an address to which messages are sent from now on.",
        discussion: """
            Prints the secret that signs its messages, once. Unless an option allows more, the address has to be \
            https, on a web port and in a public network.
            """
    )

    @Argument(help: "The address that messages are posted to.")
    var url: String

    @Option(help: ArgumentHelp("Its id (default: generated).", valueName: "id"), transform: Transforms.identifier)
    var id: EndpointID?

    @Option(
        help: ArgumentHelp(
            "The types of messages it is sent, such as visit.exited,device.error or * for all (default: visit.*).",
            valueName: "types"
        )
    )
    var events: [String] = []

    @Option(
        help: ArgumentHelp("A facility whose messages it is sent; may be repeated (default: all).", valueName: "id"),
        transform: Transforms.identifier
    )
    var facility: [FacilityID] = []

    @Flag(help: "Include coordinates; without this, no coordinate is sent.")
    var includeLocation = false

    @Flag(name: .customLong("cloudevents"), help: "Add CloudEvents 1.0 headers (binary mode).")
    var cloudEvents = false

    @Flag(help: "Allow an address in a private network or on this machine, for tests.")
    var allowPrivate = false

    @Flag(help: "Allow plain http, which anyone on the network path can read.")
    var allowInsecure = false

    @Flag(help: "Allow ports other than 80, 443, 8080 and 8443.")
    var allowPort = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoint = WebhookEndpoint(
            id: try id ?? Self.newID(),
            url: url,
            types: try types(),
            facilities: facility.isEmpty ? nil : Set(facility),
            format: cloudEvents ? .cloudEvents : .standard,
            includesLocation: includeLocation,
            exceptions: exceptions
        )
        let secret = try self.secret.secret()
        try webhooks.open(console).add(endpoint, secret: secret, at: console.now())
        try console.print("added the endpoint \(endpoint.id)")
        try self.secret.report(secret, console)
    }

    private var exceptions: WebhookEndpoint.Exceptions {
        let all: [(Bool, WebhookEndpoint.Exceptions)] = [
            (allowPrivate, .privateAddress), (allowInsecure, .plainHTTP), (allowPort, .unusualPort),
        ]
        return all.reduce(into: []) { sum, entry in if entry.0 { sum.insert(entry.1) } }
    }

    /// Separated by commas or spaces; `visit.*` selects all with that prefix.
    private func types() throws -> Set<MessageType>? {
        var types: Set<MessageType> = []
        for name in events.flatMap({ $0.split { $0 == "," || $0 == " " } }) {
            let matching = MessageType.named(name)
            guard !matching.isEmpty else {
                let known = MessageType.selectable.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(.usage, "`\(name)` is not a message type, expected \(known), or visit.*")
            }
            types.formUnion(matching)
        }
        guard events.isEmpty || !types.isEmpty else {
            throw CommandFailure(.usage, "--events names no type; omit it for visit.*")
        }
        return types.isEmpty ? nil : types
    }

    private static func newID() throws -> EndpointID {
        var generator = SystemRandomNumberGenerator()
        return try EndpointID("ep_" + StableDigest.text(of: generator.next()))
    }
}
