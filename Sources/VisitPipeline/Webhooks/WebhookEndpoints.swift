public import VisitModel
public import VisitStore
public import WebhookDelivery

/// The endpoints of a database, as an operator manages them: made, given new secrets, stopped and started again.
public struct WebhookEndpoints: Sendable {
    /// The database.
    public let store: VisitStore
    /// Where the key is, or will be once the first endpoint is made.
    public let keyFile: WebhookKeyFile

    /// Takes a database and the key of its secrets.
    ///
    /// - Parameters:
    ///   - store: the database.
    ///   - keyFile: where the key is, or will be once the first endpoint is made.
    public init(store: VisitStore, keyFile: WebhookKeyFile) {
        self.store = store
        self.keyFile = keyFile
    }

    /// Makes an endpoint.
    ///
    /// Its address is checked now as far as that goes without a connection, and again on every try.
    ///
    /// - Parameters:
    ///   - endpoint: where messages are sent, and which.
    ///   - secret: what they are signed with.
    ///   - time: now.
    /// - Throws: `VisitPipelineError` with code `endpoint` for an address or facility that can't be, `keyFile`,
    ///   `VisitStoreError` with code `repeatedName`.
    public func add(_ endpoint: WebhookEndpoint, secret: WebhookSecret, at time: Timestamp) throws {
        try checkAddress(of: endpoint)
        for facility in (endpoint.facilities ?? []).sorted() where try store.facility(facility) == nil {
            throw VisitPipelineError(
                .endpoint,
                "there is no facility `\(facility)`; `footfall facilities list` has all of them"
            )
        }
        let others = try store.endpoints()
        let seal = try others.isEmpty ? keyFile.openOrCreate() : keyFile.open()
        try check(seal, against: others)
        try store.addEndpoint(endpoint, secret: seal.seal(secret.text, for: endpoint.id.text), at: time)
    }

    /// An endpoint by its name.
    ///
    /// - Parameter id: its name.
    /// - Returns: the endpoint.
    /// - Throws: `VisitPipelineError` with code `unknownEndpoint`, `VisitStoreError`.
    public func endpoint(_ id: EndpointID) throws -> StoredEndpoint {
        guard let endpoint = try store.endpoint(id) else {
            throw VisitPipelineError(
                .unknownEndpoint,
                "there is no endpoint `\(id)`; `footfall webhooks list` has all of them"
            )
        }
        return endpoint
    }

    /// The secret that an endpoint's messages are signed with now.
    func secret(of endpoint: StoredEndpoint) throws -> WebhookSecret {
        try WebhookSecret(text: keyFile.open().open(endpoint.secret, for: endpoint.endpoint.id.text))
    }

    /// How an endpoint's messages are signed, and the public key where there is one; the secret stays where it is.
    ///
    /// - Parameter endpoint: the endpoint.
    /// - Returns: the algorithm, and for Ed25519 `whpk_…`.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `SecretSealError`.
    public func signing(of endpoint: StoredEndpoint) throws -> (algorithm: SignatureAlgorithm, publicKey: String?) {
        let secret = try secret(of: endpoint)
        return (secret.algorithm, secret.publicKeyText)
    }

    /// Gives an endpoint a new secret.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - secret: the new secret.
    ///   - overlap: how long the present one signs too, so that the receiver can change over without losing a message; one
    ///     that does not open, because its key is lost, is forgotten at once.
    ///   - hasNewKey: whether the key file may be another than the one that secrets are stored under, and is made where there
    ///     is none: for when that one is lost.
    ///   - time: now.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `VisitStoreError`.
    public func rotateSecret(
        of endpoint: StoredEndpoint,
        to secret: WebhookSecret,
        overlap: Duration,
        hasNewKey: Bool = false,
        at time: Timestamp
    ) throws {
        let seal = try hasNewKey ? keyFile.openOrCreate() : keyFile.open()
        if !hasNewKey { try check(seal, against: store.endpoints()) }
        let isKept = overlap > .zero && (try? self.secret(of: endpoint)) != nil
        try store.replaceSecret(
            of: endpoint.key,
            by: seal.seal(secret.text, for: endpoint.endpoint.id.text),
            keepingPreviousUntil: isKept ? time.advanced(by: overlap) : nil
        )
    }

    /// Stops sending to an endpoint, and tells others that ask for it; what is queued for it waits.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - time: now.
    /// - Throws: `VisitStoreError`.
    public func disable(_ endpoint: StoredEndpoint, at time: Timestamp) throws {
        let change = EndpointChange(
            endpoint: endpoint.key,
            failingSince: endpoint.failingSince,
            disabling: StoredEndpoint.Disabling(at: time, reason: .byHand)
        )
        try store.note([], [change], telling: Telling(.standard, at: time))
    }

    /// Refuses a key that opens none of the stored secrets: what is sealed with it would not be opened with the others.
    private func check(_ seal: SecretSeal, against endpoints: [StoredEndpoint]) throws {
        let opens = endpoints.contains { (try? seal.open($0.secret, for: $0.endpoint.id.text)) != nil }
        guard opens || endpoints.isEmpty else {
            throw VisitPipelineError(
                .keyFile,
                "the key file `\(keyFile.path)` opens no secret of this database; name the one that the endpoints were added "
                    + "with, or, where that is lost, give each a new secret with `rotate-secret --new-key`"
            )
        }
    }
}
