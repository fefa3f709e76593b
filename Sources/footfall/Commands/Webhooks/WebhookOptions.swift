internal import ArgumentParser
internal import Foundation
internal import VisitModel
internal import VisitPipeline
internal import VisitStore
internal import WebhookDelivery

struct WebhookOptions: ParsableArguments {
    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp(
            "The key of the endpoints' secrets, which only its owner may read (default: the environment's "
                + "FOOTFALL_WEBHOOK_KEY_FILE, or FILE.webhook-key beside the database).",
            valueName: "file"
        )
    )
    var keyFile: String?

    func open(_ console: Console) throws -> WebhookEndpoints {
        let store = try database.openToWrite(console)
        return WebhookEndpoints(store: store, keyFile: try key(of: store, console))
    }

    func key(of store: VisitStore, _ console: Console) throws -> WebhookKeyFile {
        try key(ofDatabase: store.path, console)
    }

    /// The key file of a database, which need not exist.
    func key(ofDatabase path: String, _ console: Console) throws -> WebhookKeyFile {
        let named = keyFile ?? console.environment["FOOTFALL_WEBHOOK_KEY_FILE"] ?? ""
        guard named.isEmpty else { return WebhookKeyFile(path: try Credential.path(named, console)) }
        // Symbolic links are resolved, so that the key file does not depend on the path used to open the database.
        return WebhookKeyFile(besideDatabase: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    }
}

struct SecretOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the secret in this file, whsec_… or whsk_…, instead of generating one; it is then not printed.",
            valueName: "file"
        )
    )
    var secretFile: String?

    @Option(
        help:
            """
            How messages are signed: v1 with a shared secret (hmac), v1a with a key pair (default: unchanged, else \
            hmac).
            """
    )
    var algorithm: Algorithm?

    enum Algorithm: String, ExpressibleByArgument, CaseIterable {
        case hmac, ed25519

        var signature: SignatureAlgorithm { self == .hmac ? .hmacSHA256 : .ed25519 }
    }

    /// The secret in the file, or a new one, by default for the algorithm in use (`present`).
    ///
    /// Throws `CommandFailure` where the file has no secret, or one for another algorithm.
    func secret(present: SignatureAlgorithm? = nil) throws -> WebhookSecret {
        guard let secretFile else {
            var generator = SystemRandomNumberGenerator()
            return WebhookSecret.random(algorithm?.signature ?? present ?? .hmacSHA256, using: &generator)
        }
        try InputCheck.readable([secretFile])
        guard let text = try? String(contentsOfFile: secretFile, encoding: .utf8) else {
            throw CommandFailure(.data, "\(secretFile): is not UTF-8 text, expected whsec_… or whsk_… on one line")
        }
        let secret: WebhookSecret
        do {
            secret = try WebhookSecret(text: text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw CommandFailure(.data, "\(secretFile): \(error)")
        }
        guard let wanted = algorithm?.signature ?? present, wanted != secret.algorithm else { return secret }
        throw CommandFailure(
            .usage,
            "\(secretFile): holds a secret for \(secret.algorithm.version), and messages are to be signed as "
                + "\(wanted.version); choose the other kind with --algorithm, or another file"
        )
    }

    /// Prints what the receiver needs to verify signatures; a shared secret only where it was generated here.
    func report(_ secret: WebhookSecret, _ console: Console) throws {
        if let publicKey = secret.publicKeyText {
            try console.print("public key (give it to the receiver, which verifies signatures with it):")
            try console.print(publicKey)
        } else if secretFile == nil {
            try console.print(
                "signing secret, not shown again (give it to the receiver, which verifies signatures with it):"
            )
            try console.print(secret.text)
        }
    }
}
