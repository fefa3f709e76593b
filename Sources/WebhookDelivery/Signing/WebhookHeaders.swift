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
