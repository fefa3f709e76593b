internal import WebhookDelivery

/// What came with one request, before anything of it is believed.
struct ReceivedRequest: Hashable, Sendable {
    /// The longest body that is read, in bytes; Standard Webhooks advises messages below 20 kB.
    static let longestBody = 1_000_000

    /// The three headers of a signed webhook, as far as they are there.
    let headers: WebhookHeaders
    /// The body to the byte; `nil` where it is longer than `longestBody`.
    let body: [UInt8]?
}
