internal import Cryptography
internal import Foundation
public import VisitModel

/// Verifies that a message was sent recently and unchanged by the holder of the secret (Standard Webhooks 1.0.0,
/// "Verifying").
public struct WebhookVerifier: Sendable {
    /// A key that verifies signatures.
    public enum Key: Sendable {
        /// A secret that sender and receiver share, or the sender's private key.
        case secret(WebhookSecret)
        /// The sender's public key.
        case publicKey(WebhookPublicKey)
    }

    /// The tolerance of the attempt's time in either direction, as in the Standard Webhooks libraries.
    public static let standardTolerance = Duration.seconds(300)

    private let keys: [Key]
    private let tolerance: Duration

    /// Creates a verifier with keys of which one has to match; there are two during a rotation.
    ///
    /// The tolerance is in whole seconds like the header.
    public init(keys: [Key], tolerance: Duration = standardTolerance) {
        self.keys = keys
        self.tolerance = tolerance
    }

    /// Verifies a message; throws `WebhookVerificationError` if it must not be trusted.
    ///
    /// `body` is the exact bytes that arrived, before any parsing; `now` is the receiver's time.
    public func verify(headers: WebhookHeaders, body: [UInt8], now: Timestamp) throws(WebhookVerificationError) {
        let id = try Self.value(headers.id, WebhookHeaders.idName)
        let timestamp = try Self.value(headers.timestamp, WebhookHeaders.timestampName)
        let signatures = try Self.value(headers.signature, WebhookHeaders.signatureName)
        try checkTime(timestamp, now)
        let content = SignedContent.bytes(id: id, timestamp: timestamp, body: body)
        let isSigned = signatures.split(separator: " ").contains { part in
            let fields = part.split(separator: ",", maxSplits: 1)
            guard fields.count == 2, let algorithm = SignatureAlgorithm(rawValue: String(fields[0])),
                let signature = Data(base64Encoded: String(fields[1]))
            else { return false }
            return keys.contains { $0.algorithm == algorithm && $0.isValid([UInt8](signature), of: content) }
        }
        guard isSigned else {
            throw WebhookVerificationError(
                .noMatchingSignature,
                "no signature matches: compare the secret with the sender's, and verify the unchanged bytes of the body"
            )
        }
    }

    private static func value(_ text: String?, _ name: String) throws(WebhookVerificationError) -> String {
        guard let text, !text.isEmpty else {
            throw WebhookVerificationError(.missingHeader, "the request has no header \(name)")
        }
        return text
    }

    private func checkTime(_ text: String, _ now: Timestamp) throws(WebhookVerificationError) {
        // 15 digits are 30 million years: no sum below can overflow.
        guard text.utf8.count <= 15, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let sent = Int64(text) else {
            throw WebhookVerificationError(
                .badTimestamp,
                "\(WebhookHeaders.timestampName) is not a number of seconds since 1970"
            )
        }
        let age = Duration.seconds(now.milliseconds / 1000 - sent)
        if age > tolerance {
            throw WebhookVerificationError(
                .tooOld,
                "the message was sent \(age.components.seconds) s ago, at most \(tolerance.components.seconds) are allowed"
            )
        }
        if age < .zero - tolerance {
            throw WebhookVerificationError(
                .tooNew,
                "the message was sent \(-age.components.seconds) s in the future, "
                    + "at most \(tolerance.components.seconds) are allowed: set this machine's clock"
            )
        }
    }
}

extension WebhookVerifier.Key {
    fileprivate var algorithm: SignatureAlgorithm {
        switch self {
        case .secret(let secret): secret.algorithm
        case .publicKey: .ed25519
        }
    }

    /// What can't be checked is not valid.
    private static func isValid(_ signature: [UInt8], of content: [UInt8], _ key: Ed25519PublicKey) -> Bool {
        (try? key.isValid(signature, of: content)) ?? false
    }

    /// Whether a signature is valid, compared in constant time.
    func isValid(_ signature: [UInt8], of content: [UInt8]) -> Bool {
        switch self {
        case .publicKey(let publicKey): return Self.isValid(signature, of: content, publicKey.key)
        case .secret(let secret):
            switch secret.key {
            case .hmac(let key): return key.isValid(signature, of: content)
            case .ed25519(let key): return Self.isValid(signature, of: content, key.publicKey)
            }
        }
    }
}

/// The three headers of a signed webhook request (Standard Webhooks 1.0.0, "Webhook metadata").
///
/// The values are not validated, and each may be missing, so that a receiver can pass on what arrived.
public struct WebhookHeaders: Hashable, Sendable {
    /// The name of the header with the message's identifier.
    public static let idName = "webhook-id"
    /// The name of the header with the time of the attempt.
    public static let timestampName = "webhook-timestamp"
    /// The name of the header with the signatures.
    public static let signatureName = "webhook-signature"

    /// The message's identifier, the same for every attempt.
    public var id: String?
    /// The time of this attempt: seconds since 1970 in decimal.
    public var timestamp: String?
    /// One or more signatures, separated by spaces.
    public var signature: String?

    /// Creates the headers from the values of a request, each `nil` where the header is missing.
    public init(id: String?, timestamp: String?, signature: String?) {
        self.id = id
        self.timestamp = timestamp
        self.signature = signature
    }
}

/// The reason why a message must not be trusted.
public struct WebhookVerificationError: Error, Hashable, Sendable {
    /// The check that failed; stable, for programs.
    public enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// One of the three headers is missing or empty.
        case missingHeader = "missing_header"
        /// The time of the attempt is not a number of seconds.
        case badTimestamp = "bad_timestamp"
        /// The attempt was made too long ago: the message may be a replay.
        case tooOld = "too_old"
        /// The attempt was made in the future.
        case tooNew = "too_new"
        /// No signature of a known version matches any key.
        case noMatchingSignature = "no_matching_signature"

        /// The code as it appears in reports, for instance `too_old`.
        public var description: String { rawValue }
    }

    /// The check that failed.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension WebhookVerificationError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
