internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhooksRotateSecret: Command {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret",
        abstract: "Give an endpoint a new secret.",
        discussion: """
            Prints the new secret once. During the overlap messages are signed with both secrets, so that the receiver \
            can switch without losing a message.
            """
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @Option(help: ArgumentHelp("How long the current secret keeps signing, 0 to 720 hours.", valueName: "hours"))
    var overlap = 24

    @Flag(
        help:
            """
            Use another key file because the old one is lost; it is created if it does not exist. The current secret \
            ends at once.
            """
    )
    var newKey = false

    @Flag(help: "Rotate even while an earlier secret still signs; that one ends at once.")
    var force = false

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
        if let previous = stored.previousSecret, previous.until > console.now(), !force, !newKey {
            throw CommandFailure(
                .data,
                "the secret of \(id) was replaced recently, and the previous one signs until \(previous.until); wait, "
                    + "or end it now with --force"
            )
        }
        // A secret that can't be decrypted may be the reason for the rotation, so the error is ignored.
        let present = (try? endpoints.signing(of: stored))?.algorithm
        if present == nil, self.secret.algorithm == nil, self.secret.secretFile == nil {
            console.errors(
                "note: without its key it is not known how messages to \(id) were signed; now by a shared secret (v1), or with "
                    + "--algorithm ed25519 by a key pair"
            )
        }
        let secret = try self.secret.secret(present: present)
        try endpoints.rotateSecret(
            of: stored,
            to: secret,
            overlap: .seconds(overlap * 3600),
            hasNewKey: newKey,
            at: console.now()
        )
        let isKept = try endpoints.endpoint(id).previousSecret != nil
        let until = isKept ? "; the previous one keeps signing for \(overlap) h" : ""
        try console.print("\(id) has a new secret\(until)")
        try self.secret.report(secret, console)
    }
}
