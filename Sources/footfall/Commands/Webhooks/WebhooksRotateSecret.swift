internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline

/// Gives an endpoint a new secret.
struct WebhooksRotateSecret: Command {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret",
        abstract: "Give an endpoint a new secret.",
        discussion: """
            Prints the new secret once. For the time of the overlap messages are signed with both, so that the receiver can \
            change over without losing one.
            """
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @Option(help: ArgumentHelp("How long the present secret signs too, 0 to 720 hours.", valueName: "hours"))
    var overlap = 24

    @OptionGroup var secret: SecretOptions
    @OptionGroup var webhooks: WebhookOptions

    func validate() throws {
        guard (0...720).contains(overlap) else {
            throw ValidationError("--overlap is \(overlap) hours, expected 0 to 720")
        }
    }

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let secret = try self.secret.secret()
        try endpoints.rotateSecret(of: stored, to: secret, overlap: .seconds(overlap * 3600), at: console.now())
        let until = overlap > 0 ? "; the one before signs too for \(overlap) h" : ""
        try console.print("\(id) has a new secret\(until)")
        try self.secret.tell(secret, console)
    }
}
