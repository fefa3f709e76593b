internal import Cryptography
internal import Foundation

/// Signs messages (Standard Webhooks 1.0.0, "Signature scheme").
///
/// The signed content is the identifier, the time of the attempt in seconds and the body's bytes, joined by dots.
public enum WebhookSigner {
    /// Signs a message with one secret; returns `v1,` or `v1a,` and the base64 of the signature.
    ///
    /// `id` has 1 to 256 visible ASCII characters without a dot, which would make the boundary between identifier and
    /// time ambiguous. `timestamp` is the time of this attempt in seconds since 1970, and `body` the exact bytes that
    /// are sent. Throws `WebhookSigningError` with code `messageID` or `signing`.
    public static func signature(
        id: String,
        timestamp: Int64,
        body: [UInt8],
        secret: WebhookSecret
    ) throws(WebhookSigningError) -> String {
        try signature(of: try content(id: id, timestamp: timestamp, body: body), secret)
    }

    /// Signs a message like `signature(id:timestamp:body:secret:)`, with every secret in force, newest first.
    ///
    /// During a rotation there are two: the receiver may know either. The signatures are in the order of the secrets.
    /// Throws `WebhookSigningError` with code `messageID`, `noSecret` or `signing`.
    public static func headers(
        id: String,
        timestamp: Int64,
        body: [UInt8],
        secrets: [WebhookSecret]
    ) throws(WebhookSigningError) -> WebhookHeaders {
        guard !secrets.isEmpty else {
            throw WebhookSigningError(.noSecret, "the endpoint has no secret to sign with: give it a new one")
        }
        let content = try content(id: id, timestamp: timestamp, body: body)
        var signatures: [String] = []
        for secret in secrets { signatures.append(try signature(of: content, secret)) }
        return WebhookHeaders(id: id, timestamp: String(timestamp), signature: signatures.joined(separator: " "))
    }

    private static func content(
        id: String,
        timestamp: Int64,
        body: [UInt8]
    ) throws(WebhookSigningError) -> [UInt8] {
        guard (1...256).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2E }) else {
            throw WebhookSigningError(
                .messageID,
                "a message's identifier has 1 to 256 visible characters of ASCII and no dot, for instance msg_2KWPBgLlAfxdpx2A"
            )
        }
        return SignedContent.bytes(id: id, timestamp: String(timestamp), body: body)
    }

    private static func signature(
        of content: [UInt8],
        _ secret: WebhookSecret
    ) throws(WebhookSigningError) -> String {
        "\(secret.algorithm.version),\(Data(try secret.sign(content)).base64EncodedString())"
    }
}

enum SignedContent {
    static func bytes(id: String, timestamp: String, body: [UInt8]) -> [UInt8] {
        Array("\(id).\(timestamp).".utf8) + body
    }
}

extension WebhookSecret {
    /// Signs bytes; the signature has 32 bytes for HMAC, 64 for Ed25519.
    func sign(_ content: [UInt8]) throws(WebhookSigningError) -> [UInt8] {
        switch key {
        case .hmac(let key): return key.code(of: content)
        case .ed25519(let key):
            do {
                return try key.signature(of: content)
            } catch {
                throw WebhookSigningError(.signing, "signing with the Ed25519 key failed: \(error)")
            }
        }
    }
}

/// An unusable secret or key, or a message that can't be signed.
///
/// No error message contains any part of a secret.
public struct WebhookSigningError: Error, Hashable, Sendable {
    /// The kind of broken rule; stable, for programs.
    public enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// A text without the prefix of its kind of secret or key.
        case prefix
        /// A text that is not base64.
        case encoding
        /// A secret or key of the wrong length.
        case length
        /// A private key combined with the public key of another.
        case mismatchedKey = "mismatched_key"
        /// A message identifier that can't be signed unambiguously or can't be sent in a header.
        case messageID = "message_id"
        /// A message without any signing secret.
        case noSecret = "no_secret"
        /// The cryptography library failed: a bug in the program.
        case signing

        /// The code as it appears in reports, for instance `mismatched_key`.
        public var description: String { rawValue }
    }

    /// Which rule was broken.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension WebhookSigningError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
