/// The three headers that make a request a signed webhook (Standard Webhooks 1.0.0, "Webhook metadata").
///
/// Whatever a request holds, also nothing, so that a receiver can hand over what came.
public struct WebhookHeaders: Hashable, Sendable {
    /// The name of the header with the message's identifier.
    public static let idName = "webhook-id"
    /// The name of the header with the time of the try.
    public static let timestampName = "webhook-timestamp"
    /// The name of the header with the signatures.
    public static let signatureName = "webhook-signature"

    /// The message's identifier, which stays the same for every try.
    public var id: String?
    /// When this try was made: seconds since 1970 in decimal.
    public var timestamp: String?
    /// One signature or more, with a space between.
    public var signature: String?

    /// Takes what a request holds.
    ///
    /// - Parameters:
    ///   - id: the value of `webhook-id`, if there is one.
    ///   - timestamp: the value of `webhook-timestamp`, if there is one.
    ///   - signature: the value of `webhook-signature`, if there is one.
    public init(id: String?, timestamp: String?, signature: String?) {
        self.id = id
        self.timestamp = timestamp
        self.signature = signature
    }
}
