public import VisitModel
public import VisitStore
internal import WebhookDelivery

/// How an endpoint's messages are signed.
public enum EndpointSigning: String, Hashable, Sendable, CaseIterable {
    /// With a secret that both sides hold.
    case hmac
    /// With a key of ours; the receiver holds the public one.
    case ed25519

    var algorithm: SignatureAlgorithm { self == .hmac ? .hmacSHA256 : .ed25519 }
}

/// What a receiver has to know of a secret that was just made; it can't be shown again.
public struct NewEndpointSecret: Hashable, Sendable {
    /// The secret, `whsec_…`; `nil` where it is ours alone.
    public let secret: String?
    /// The public key, `whpk_…`; `nil` where there is none.
    public let publicKey: String?

    init(_ secret: WebhookSecret) {
        publicKey = secret.publicKeyText
        self.secret = publicKey == nil ? secret.text : nil
    }
}

extension WebhookEndpoints {
    /// Makes an endpoint with a new secret.
    ///
    /// - Parameters:
    ///   - endpoint: where messages are sent, and which.
    ///   - signing: how they are signed.
    ///   - time: now.
    /// - Returns: what its receiver has to know.
    /// - Throws: as `add(_:secret:at:)`.
    public func add(
        _ endpoint: WebhookEndpoint,
        signing: EndpointSigning,
        at time: Timestamp
    ) throws -> NewEndpointSecret {
        var generator = SystemRandomNumberGenerator()
        let secret = WebhookSecret.random(signing.algorithm, using: &generator)
        try add(endpoint, secret: secret, at: time)
        return NewEndpointSecret(secret)
    }

    /// Gives an endpoint a new secret that nobody has to bring.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - signing: how messages are signed from now on; `nil` for as they are.
    ///   - overlap: how long the present secret signs too.
    ///   - endsEarlier: whether a secret that was replaced a short while ago and still signs may end at once.
    ///   - time: now.
    /// - Returns: what its receiver has to know.
    /// - Throws: `VisitPipelineError` with code `endpoint` while an earlier secret still signs and may not end, `keyFile`;
    ///   `VisitStoreError`.
    public func rotateSecret(
        of endpoint: StoredEndpoint,
        signing: EndpointSigning?,
        overlap: Duration,
        endsEarlier: Bool,
        at time: Timestamp
    ) throws -> NewEndpointSecret {
        if let previous = endpoint.previousSecret, previous.until > time, !endsEarlier {
            throw VisitPipelineError(
                .endpoint,
                "the secret of `\(endpoint.endpoint.id)` was replaced a short while ago, and the one before signs until "
                    + "\(previous.until); wait, or end it now with `force`"
            )
        }
        let present = (try? self.signing(of: endpoint))?.algorithm
        var generator = SystemRandomNumberGenerator()
        let secret = WebhookSecret.random(signing?.algorithm ?? present ?? .hmacSHA256, using: &generator)
        try rotateSecret(of: endpoint, to: secret, overlap: overlap, at: time)
        return NewEndpointSecret(secret)
    }

    /// How an endpoint's messages are signed, in the words of Standard Webhooks.
    ///
    /// - Parameter endpoint: the endpoint.
    /// - Returns: `v1` or `v1a`, and for the latter the public key; `nil` where its secret does not open.
    public func signature(of endpoint: StoredEndpoint) -> (version: String, publicKey: String?)? {
        (try? signing(of: endpoint)).map { ($0.algorithm.version, $0.publicKey) }
    }
}
