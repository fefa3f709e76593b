/// A signature scheme of Standard Webhooks 1.0.0, "Signature scheme".
///
/// A receiver that shares a secret with us uses `hmacSHA256`; one that must not be able to sign in our name uses
/// `ed25519`.
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// HMAC with SHA-256 (RFC 2104, FIPS 180-4) under a secret that both sides hold.
    case hmacSHA256 = "v1"
    /// Ed25519 (RFC 8032) under a private key that only the sender holds.
    case ed25519 = "v1a"

    /// The prefix of a signature in the header `webhook-signature`: `v1` or `v1a`.
    public var version: String { rawValue }
}
