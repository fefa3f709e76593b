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
        // A new key beside secrets of an old one would leave endpoints that nothing opens.
        let seal = try store.endpoints().isEmpty ? keyFile.openOrCreate() : keyFile.open()
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
    /// - Returns: `v1` or `v1a`, and for the latter `whpk_…`.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `SecretSealError`.
    public func signing(of endpoint: StoredEndpoint) throws -> (version: String, publicKey: String?) {
        let secret = try secret(of: endpoint)
        return (secret.algorithm.version, secret.publicKeyText)
    }

    /// Gives an endpoint a new secret.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - secret: the new secret.
    ///   - overlap: how long the present one signs too, so that the receiver can change over without losing a message.
    ///   - time: now.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `VisitStoreError`.
    public func rotateSecret(
        of endpoint: StoredEndpoint,
        to secret: WebhookSecret,
        overlap: Duration,
        at time: Timestamp
    ) throws {
        try store.replaceSecret(
            of: endpoint.key,
            by: keyFile.open().seal(secret.text, for: endpoint.endpoint.id.text),
            keepingPreviousUntil: overlap > .zero ? time.advanced(by: overlap) : nil
        )
    }
}
