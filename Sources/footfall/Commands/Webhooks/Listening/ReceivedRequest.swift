internal import WebhookDelivery

/// The content of one request, before it is verified.
struct ReceivedRequest: Hashable, Sendable {
    /// The longest body that is read, in bytes; Standard Webhooks advises messages below 20 kB.
    static let longestBody = 1_000_000

    /// The three headers of a signed webhook, where present.
    let headers: WebhookHeaders
    /// The body's exact bytes; `nil` where it is longer than `longestBody`.
    let body: [UInt8]?
}
