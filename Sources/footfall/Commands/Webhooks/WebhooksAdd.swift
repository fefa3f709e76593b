internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore
internal import WebhookDelivery

/// Adds an endpoint.
struct WebhooksAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Tell another system from now on, at this address.",
        discussion: """
            Prints the secret that signs its messages once. Where no option says otherwise, the address has to be https, on \
            a port of the web and of a public network.
            """
    )

    @Argument(help: "The address that messages are posted to.")
    var url: String

    @Option(help: ArgumentHelp("Its name (default: one is made).", valueName: "id"), transform: Transforms.identifier)
    var id: EndpointID?

    @Option(
        help: ArgumentHelp(
            "The types of messages it is sent, such as visit.exited,device.error or * for all (default: visit.*).",
            valueName: "types"
        )
    )
    var events: [String] = []

    @Option(
        help: ArgumentHelp("A facility it is told of; may be repeated (default: all).", valueName: "id"),
        transform: Transforms.identifier
    )
    var facility: [FacilityID] = []

    @Flag(help: "Tell it where phones were; without this, no coordinate leaves.")
    var includeLocation = false

    @Flag(name: .customLong("cloudevents"), help: "Add the headers of CloudEvents 1.0 (binary mode).")
    var cloudEvents = false

    @Flag(help: "Let the address be of a private network or this machine, to try things.")
    var allowPrivate = false

    @Flag(help: "Let the address be plain http, which whoever is on the way can read.")
    var allowInsecure = false

    @Flag(help: "Let the port be another than 80, 443, 8080 and 8443.")
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

    /// The types of `--events`, separated by commas or spaces; `visit.*` selects all with that prefix.
    private func types() throws -> Set<MessageType>? {
        var types: Set<MessageType> = []
        for name in events.flatMap({ $0.split { $0 == "," || $0 == " " } }) {
            let matching = MessageType.named(name)
            guard !matching.isEmpty else {
                let known = MessageType.selectable.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(.usage, "`\(name)` is no type of message; there are \(known), and visit.*")
            }
            types.formUnion(matching)
        }
        guard events.isEmpty || !types.isEmpty else {
            throw CommandFailure(.usage, "--events names no type; leave it out for visit.*")
        }
        return types.isEmpty ? nil : types
    }

    private static func newID() throws -> EndpointID {
        var generator = SystemRandomNumberGenerator()
        return try EndpointID("ep_" + StableDigest.text(of: generator.next()))
    }
}
