package import VisitModel
package import VisitStore
package import WebhookDelivery

/// The administration of a database's endpoints: adding, rotating secrets, disabling and enabling.
package struct WebhookEndpoints: Sendable {
    /// The database.
    package let store: VisitStore
    /// The file of the encryption key; it is created with the first endpoint.
    package let keyFile: WebhookKeyFile

    /// Makes an administration of a database's endpoints.
    ///
    /// - Parameters:
    ///   - store: the database.
    ///   - keyFile: the file of the encryption key; it is created with the first endpoint.
    package init(store: VisitStore, keyFile: WebhookKeyFile) {
        self.store = store
        self.keyFile = keyFile
    }

    /// Adds an endpoint.
    ///
    /// Its address is checked as far as possible without a connection, and again at every attempt.
    ///
    /// - Parameters:
    ///   - endpoint: the address and the subscribed messages.
    ///   - secret: the secret that signs them.
    ///   - time: the current time.
    /// - Throws: `VisitPipelineError` with code `endpoint` for an invalid address or facility, `keyFile`,
    ///   `StorageError` with code `repeatedName`.
    package func add(_ endpoint: WebhookEndpoint, secret: WebhookSecret, at time: Timestamp) throws {
        try checkAddress(of: endpoint)
        for facility in (endpoint.facilities ?? []).sorted() where try store.facility(facility) == nil {
            throw VisitPipelineError(
                .endpoint,
                "there is no facility `\(facility)`; `footfall facilities list` lists all of them"
            )
        }
        let others = try store.endpoints()
        let seal = try others.isEmpty ? keyFile.openOrCreate() : keyFile.open()
        try check(seal, against: others)
        try store.addEndpoint(endpoint, secret: seal.encrypt(secret.text, for: endpoint.id.text), at: time)
    }

    /// Returns an endpoint.
    ///
    /// - Parameter id: the endpoint's id.
    /// - Returns: the endpoint.
    /// - Throws: `VisitPipelineError` with code `unknownEndpoint`, `StorageError`.
    package func endpoint(_ id: EndpointID) throws -> StoredEndpoint {
        guard let endpoint = try store.endpoint(id) else {
            throw VisitPipelineError(
                .unknownEndpoint,
                "there is no endpoint `\(id)`; `footfall webhooks list` lists all of them"
            )
        }
        return endpoint
    }

    /// Decrypts the secret that signs an endpoint's messages now.
    func secret(of endpoint: StoredEndpoint) throws -> WebhookSecret {
        try WebhookSecret(text: keyFile.open().open(endpoint.secret, for: endpoint.endpoint.id.text))
    }

    /// Returns the signature algorithm of an endpoint's messages, and the public key where there is one.
    ///
    /// The secret is not returned.
    ///
    /// - Parameter endpoint: the endpoint.
    /// - Returns: the algorithm, and for Ed25519 `whpk_…`.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `SecretCipherError`.
    package func signing(of endpoint: StoredEndpoint) throws -> (algorithm: SignatureAlgorithm, publicKey: String?) {
        let secret = try secret(of: endpoint)
        return (secret.algorithm, secret.publicKeyText)
    }

    /// Replaces an endpoint's secret.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - secret: the new secret.
    ///   - overlap: how long the present one signs too, so that the receiver can switch without losing a message; one
    ///     that can't be decrypted, because its key is lost, is removed immediately.
    ///   - hasNewKey: whether the key file may differ from the one that encrypted the stored secrets, and is created
    ///     where it is missing: for when the old one is lost.
    ///   - time: the current time.
    /// - Throws: `VisitPipelineError` with code `keyFile`, `StorageError`.
    package func rotateSecret(
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
            by: seal.encrypt(secret.text, for: endpoint.endpoint.id.text),
            keepingPreviousUntil: isKept ? time.advanced(by: overlap) : nil
        )
    }

    /// Disables an endpoint, and writes a message for endpoints that subscribe to it; its queued messages wait.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - time: the current time.
    /// - Throws: `StorageError`.
    package func disable(_ endpoint: StoredEndpoint, at time: Timestamp) throws {
        let change = EndpointChange(
            endpoint: endpoint.key,
            failingSince: endpoint.failingSince,
            disabling: StoredEndpoint.Disabling(at: time, reason: .byHand)
        )
        try store.note([], [change], telling: OutboxSettings(.standard, at: time))
    }

    /// Throws where a key decrypts none of the stored secrets, so that no secret is encrypted with another key.
    private func check(_ seal: SecretCipher, against endpoints: [StoredEndpoint]) throws {
        let opens = endpoints.contains { (try? seal.open($0.secret, for: $0.endpoint.id.text)) != nil }
        guard opens || endpoints.isEmpty else {
            throw VisitPipelineError(
                .keyFile,
                "the key file `\(keyFile.path)` decrypts no secret of this database; use the one with which the "
                    + "endpoints were added or, if it is lost, give each a new secret with `rotate-secret --new-key`"
            )
        }
    }
}
