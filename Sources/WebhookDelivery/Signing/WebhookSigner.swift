internal import Crypto
internal import Foundation

/// Signs messages (Standard Webhooks 1.0.0, "Signature scheme").
///
/// What is signed is the identifier, the time of the try in seconds and the body's bytes, with a dot between.
public enum WebhookSigner {
    /// Signs a message with one secret.
    ///
    /// - Parameters:
    ///   - id: the message's identifier: 1 to 256 visible characters of ASCII and no dot, which would let a part of the
    ///     identifier pass for the time.
    ///   - timestamp: when this try is made, in seconds since 1970.
    ///   - body: the body as it is sent, to the byte.
    ///   - secret: the endpoint's secret.
    /// - Returns: `v1,` or `v1a,` and the base64 of the signature.
    /// - Throws: `WebhookSigningError` with code `messageID` or `signing`.
    public static func signature(
        id: String,
        timestamp: Int64,
        body: [UInt8],
        secret: WebhookSecret
    ) throws(WebhookSigningError) -> String {
        try signature(of: try content(id: id, timestamp: timestamp, body: body), secret)
    }

    /// Signs a message with every secret that is in force.
    ///
    /// While a secret is being replaced there are two: the receiver may know either.
    ///
    /// - Parameters:
    ///   - id: as in `signature(id:timestamp:body:secret:)`.
    ///   - timestamp: when this try is made, in seconds since 1970.
    ///   - body: the body as it is sent, to the byte.
    ///   - secrets: the newest first.
    /// - Returns: the headers of the request; the signatures stand in the order of the secrets.
    /// - Throws: `WebhookSigningError` with code `messageID`, `noSecret` or `signing`.
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
        for secret in secrets {
            signatures.append(try signature(of: content, secret))
        }
        return WebhookHeaders(id: id, timestamp: String(timestamp), signature: signatures.joined(separator: " "))
    }

    /// The bytes that are signed.
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

/// What a signature covers.
enum SignedContent {
    static func bytes(id: String, timestamp: String, body: [UInt8]) -> [UInt8] {
        Array("\(id).\(timestamp).".utf8) + body
    }
}

extension WebhookSecret {
    /// The signature of some bytes: 32 bytes for HMAC, 64 for Ed25519.
    func sign(_ content: [UInt8]) throws(WebhookSigningError) -> [UInt8] {
        switch key {
        case .hmac(let key):
            return Array(HMAC<SHA256>.authenticationCode(for: content, using: key))
        case .ed25519(let key):
            guard let signature = try? key.signature(for: content) else {
                throw WebhookSigningError(.signing, "signing with the Ed25519 key failed: please report this")
            }
            return Array(signature)
        }
    }
}
