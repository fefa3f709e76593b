package import VisitModel
package import VisitStore
internal import WebhookDelivery

/// The signature scheme of an endpoint's messages.
package enum EndpointSigning: String, Hashable, Sendable, CaseIterable {
    /// A symmetric secret that both sides hold.
    case hmac
    /// A private key; the receiver holds the public key.
    case ed25519

    var algorithm: SignatureAlgorithm { self == .hmac ? .hmacSHA256 : .ed25519 }
}

/// The values for the receiver of a new secret; they can't be shown again.
package struct NewEndpointSecret: Hashable, Sendable {
    /// The secret, `whsec_…`; `nil` where the receiver does not need it.
    package let secret: String?
    /// The public key, `whpk_…`; `nil` for a symmetric secret.
    package let publicKey: String?

    init(_ secret: WebhookSecret) {
        publicKey = secret.publicKeyText
        self.secret = publicKey == nil ? secret.text : nil
    }
}

extension WebhookEndpoints {
    /// Adds an endpoint with a generated secret.
    ///
    /// - Parameters:
    ///   - endpoint: the address and the subscribed messages.
    ///   - signing: the signature scheme.
    ///   - time: the current time.
    /// - Returns: the values for the receiver.
    /// - Throws: as `add(_:secret:at:)`.
    package func add(
        _ endpoint: WebhookEndpoint,
        signing: EndpointSigning,
        at time: Timestamp
    ) throws -> NewEndpointSecret {
        var generator = SystemRandomNumberGenerator()
        let secret = WebhookSecret.random(signing.algorithm, using: &generator)
        try add(endpoint, secret: secret, at: time)
        return NewEndpointSecret(secret)
    }

    /// Replaces an endpoint's secret by a generated one.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - signing: the new signature scheme; `nil` to keep the present one.
    ///   - overlap: how long the present secret signs too.
    ///   - endsEarlier: whether a previous secret that still signs may be removed immediately.
    ///   - time: the current time.
    /// - Returns: the values for the receiver.
    /// - Throws: `VisitPipelineError` with code `endpoint` while a previous secret still signs and may not be removed,
    ///   `keyFile`; `StorageError`.
    package func rotateSecret(
        of endpoint: StoredEndpoint,
        signing: EndpointSigning?,
        overlap: Duration,
        endsEarlier: Bool,
        at time: Timestamp
    ) throws -> NewEndpointSecret {
        if let previous = endpoint.previousSecret, previous.until > time, !endsEarlier {
            throw VisitPipelineError(
                .endpoint,
                "the secret of `\(endpoint.endpoint.id)` was replaced recently, and the previous one signs until "
                    + "\(previous.until); wait, or end it now with `force`"
            )
        }
        let present = (try? self.signing(of: endpoint))?.algorithm
        var generator = SystemRandomNumberGenerator()
        let secret = WebhookSecret.random(signing?.algorithm ?? present ?? .hmacSHA256, using: &generator)
        try rotateSecret(of: endpoint, to: secret, overlap: overlap, at: time)
        return NewEndpointSecret(secret)
    }

    /// Returns the signature version of an endpoint's messages, as in Standard Webhooks.
    ///
    /// - Parameter endpoint: the endpoint.
    /// - Returns: `v1` or `v1a`, and for the latter the public key; `nil` where its secret can't be decrypted.
    package func signature(of endpoint: StoredEndpoint) -> (version: String, publicKey: String?)? {
        (try? signing(of: endpoint)).map { ($0.algorithm.version, $0.publicKey) }
    }
}
