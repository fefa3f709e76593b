internal import Dispatch
package import HTTPTransport
package import VisitModel
package import VisitStore
package import WebhookDelivery

/// The administration of endpoints in a running service, including test messages.
package struct WebhookAdministration: Sendable {
    package let endpoints: WebhookEndpoints
    private let transport: any HTTPSending

    package init(endpoints: WebhookEndpoints, transport: any HTTPSending) {
        self.endpoints = endpoints
        self.transport = transport
    }

    /// Sends a test message to an endpoint, disabled or not, immediately and once.
    ///
    /// Throws `VisitPipelineError` with code `keyFile`, or `endpoint` where the address is refused.
    package func tryOut(_ endpoint: StoredEndpoint, at time: Timestamp) async throws -> EndpointTrial {
        let sent: (message: MessageID, exchange: HTTPExchange, woken: Int)
        do {
            sent = try await endpoints.test(endpoint, transport: transport, at: time)
        } catch let error as HTTPTransportError {
            throw VisitPipelineError(.endpoint, error.message, cause: error)
        }
        let took = sent.exchange.duration.wholeMilliseconds
        switch sent.exchange.result {
        case .success(let answer):
            return EndpointTrial(
                message: sent.message,
                tookMilliseconds: took,
                status: answer.status,
                failure: nil,
                woken: sent.woken
            )
        case .failure(let error):
            return EndpointTrial(
                message: sent.message,
                tookMilliseconds: took,
                status: nil,
                failure: error.message,
                woken: 0
            )
        }
    }
}

package struct EndpointTrial: Hashable, Sendable {
    package let message: MessageID
    package let tookMilliseconds: Int64
    /// `nil` where there was no response.
    package let status: Int?
    /// Why there was no response, for a person; `nil` where there was one.
    package let failure: String?
    /// The number of messages that waited for their next attempt and are due now, because the receiver accepted this one.
    package let woken: Int

    /// Whether the receiver accepted the message.
    package var isDelivered: Bool { status.map { (200...299).contains($0) } ?? false }
}

/// The administration of a database's endpoints: adding, rotating secrets, disabling and enabling.
package struct WebhookEndpoints: Sendable {
    package let store: VisitStore
    /// The file of the encryption key; it is created with the first endpoint.
    package let keyFile: WebhookKeyFile

    package init(store: VisitStore, keyFile: WebhookKeyFile) {
        self.store = store
        self.keyFile = keyFile
    }

    /// Adds an endpoint.
    ///
    /// Its address is checked as far as possible without a connection, and again at every attempt. Throws
    /// `VisitPipelineError` with code `endpoint` for an invalid address or facility or with code `keyFile`, and
    /// `StorageError` with code `repeatedName`.
    package func add(_ endpoint: WebhookEndpoint, secret: WebhookSecret, at time: Timestamp) throws {
        try checkAddress(of: endpoint)
        for facility in (endpoint.facilities ?? []).sorted() where try store.facilities.find(facility) == nil {
            throw VisitPipelineError(
                .endpoint,
                "there is no facility `\(facility)`; `footfall facilities list` lists all of them"
            )
        }
        let others = try store.endpoints.all()
        let cipher = try others.isEmpty ? keyFile.openOrCreate() : keyFile.open()
        try check(cipher, against: others)
        try store.endpoints.add(endpoint, secret: cipher.encrypt(secret.text, for: endpoint.id.text), at: time)
    }

    /// Throws `VisitPipelineError` with code `unknownEndpoint`.
    package func endpoint(_ id: EndpointID) throws -> StoredEndpoint {
        guard let endpoint = try store.endpoints.find(id) else {
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

    /// Returns the signature algorithm of an endpoint's messages, and for Ed25519 the public key, `whpk_…`.
    ///
    /// The secret is not returned. Throws `VisitPipelineError` with code `keyFile`, and `SecretCipherError`.
    package func signing(of endpoint: StoredEndpoint) throws -> (algorithm: SignatureAlgorithm, publicKey: String?) {
        let secret = try secret(of: endpoint)
        return (secret.algorithm, secret.publicKeyText)
    }

    /// Replaces an endpoint's secret.
    ///
    /// The present secret signs too for `overlap`, so that the receiver can switch without losing a message. One that
    /// can't be decrypted, because its key is lost, is removed immediately. `hasNewKey` is for when the old key is
    /// lost: the key file may then differ from the one that encrypted the stored secrets, and is created where it is
    /// missing. Throws `VisitPipelineError` with code `keyFile`.
    package func rotateSecret(
        of endpoint: StoredEndpoint,
        to secret: WebhookSecret,
        overlap: Duration,
        hasNewKey: Bool = false,
        at time: Timestamp
    ) throws {
        let cipher = try hasNewKey ? keyFile.openOrCreate() : keyFile.open()
        if !hasNewKey { try check(cipher, against: store.endpoints.all()) }
        let isKept = overlap > .zero && (try? self.secret(of: endpoint)) != nil
        try store.endpoints.replaceSecret(
            of: endpoint.key,
            by: cipher.encrypt(secret.text, for: endpoint.endpoint.id.text),
            keepingPreviousUntil: isKept ? time.advanced(by: overlap) : nil
        )
    }

    /// Disables an endpoint, and writes a message for endpoints that subscribe to it; its queued messages wait.
    package func disable(_ endpoint: StoredEndpoint, at time: Timestamp) throws {
        let change = EndpointChange(
            endpoint: endpoint.key,
            failingSince: endpoint.failingSince,
            disabling: StoredEndpoint.Disabling(at: time, reason: .byHand)
        )
        try store.outbox.record([], [change], publishing: OutboxSettings(.standard, at: time))
    }

    /// Throws where a key decrypts none of the stored secrets, so that no secret is encrypted with another key.
    private func check(_ cipher: SecretCipher, against endpoints: [StoredEndpoint]) throws {
        let opens = endpoints.contains { (try? cipher.open($0.secret, for: $0.endpoint.id.text)) != nil }
        guard opens || endpoints.isEmpty else {
            throw VisitPipelineError(
                .keyFile,
                "the key file `\(keyFile.path)` decrypts no secret of this database; use the one with which the "
                    + "endpoints were added or, if it is lost, give each a new secret with `rotate-secret --new-key`"
            )
        }
    }
}

extension WebhookEndpoints {
    /// Throws where an endpoint's address is not allowed; the error names the options of `footfall webhooks add` that
    /// would allow it.
    func checkAddress(of endpoint: WebhookEndpoint) throws {
        do {
            _ = try RequestURL(endpoint.url, access: NetworkAccess(endpoint.exceptions))
        } catch let error as HTTPTransportError {
            let missing = Self.missingExceptions(of: endpoint)
            guard !missing.isEmpty else { throw VisitPipelineError(.endpoint, error.message) }
            let options = missing.map { "--\($0.option)" }.joined(separator: " ")
            throw VisitPipelineError(.endpoint, "\(error.message); to allow it anyway, add \(options)")
        }
    }

    /// The smallest set of exceptions that would allow an address; empty where none does.
    private static func missingExceptions(
        of endpoint: WebhookEndpoint
    ) -> [(exception: WebhookEndpoint.Exceptions, option: String)] {
        let all: [(exception: WebhookEndpoint.Exceptions, option: String)] = [
            (.privateAddress, "allow-private"), (.plainHTTP, "allow-insecure"), (.unusualPort, "allow-port"),
        ]
        var needed: WebhookEndpoint.Exceptions = [.privateAddress, .plainHTTP, .unusualPort]
        guard isAllowed(endpoint.url, needed) else { return [] }
        for (exception, _) in all where !endpoint.exceptions.contains(exception) {
            let less = needed.subtracting(exception)
            if isAllowed(endpoint.url, less) { needed = less }
        }
        return all.filter { needed.contains($0.exception) && !endpoint.exceptions.contains($0.exception) }
    }

    private static func isAllowed(_ url: String, _ exceptions: WebhookEndpoint.Exceptions) -> Bool {
        (try? RequestURL(url, access: NetworkAccess(exceptions))) != nil
    }
}

extension WebhookEndpoints {
    /// The queue that waits for the database, instead of the threads that other tasks need.
    private static let queue = DispatchQueue(label: "footfall.webhook-test")

    /// Sends a test message to an endpoint, immediately and once.
    ///
    /// It is neither queued nor recorded, and is sent to a disabled endpoint too. Where the endpoint accepts it, `woken` is
    /// the number of its messages that waited for their next attempt and are due now; they are sent within its limits, and
    /// those of a disabled endpoint when it is enabled. Throws `VisitPipelineError` with code
    /// `keyFile`, and `HTTPTransportError` where the address is refused.
    package func test(
        _ endpoint: StoredEndpoint,
        transport: any HTTPSending,
        at time: Timestamp
    ) async throws -> (message: MessageID, exchange: HTTPExchange, woken: Int) {
        let target = try SigningEndpoint(endpoint, keyFile.open()).target
        let id = endpoint.endpoint.id
        let message = WebhookMessage(
            id: MessageID.of(.webhookTest, id.text, number: time.milliseconds),
            type: .webhookTest,
            occurredAt: time,
            content: .test(id)
        )
        let outgoing = OutgoingMessage(
            id: message.id,
            type: message.type,
            subject: id.text,
            occurredAt: time,
            body: try MessageBody(message, includesLocation: false).encoded()
        )
        let exchange = await transport.send(try outgoing.request(to: target, at: time))
        guard AttemptOutcome(exchange, at: time).isSuccess else { return (message.id, exchange, 0) }
        let woken = try await withCheckedThrowingContinuation { continuation in
            Self.queue.async { [store] in
                continuation.resume(with: Result { try store.outbox.wake(endpoint.key, at: time) })
            }
        }
        return (message.id, exchange, woken)
    }
}

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
    /// Adds an endpoint with a generated secret; throws as `add(_:secret:at:)`.
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

    /// Replaces an endpoint's secret by a generated one; without `signing` the signature scheme stays the same.
    ///
    /// The present secret signs too for `overlap`. With `endsEarlier`, a previous secret that still signs may be
    /// removed immediately. Throws `VisitPipelineError` with code `endpoint` while a previous secret still signs and
    /// may not be removed, and with code `keyFile`.
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

    /// Returns the signature version of an endpoint's messages as in Standard Webhooks, `v1` or `v1a`.
    ///
    /// `v1a` has a public key. The result is `nil` where the secret can't be decrypted.
    package func signature(of endpoint: StoredEndpoint) -> (version: String, publicKey: String?)? {
        (try? signing(of: endpoint)).map { ($0.algorithm.version, $0.publicKey) }
    }
}
