package import VisitModel

/// The functions that decide on and encode webhook messages within the store's write transaction.
///
/// The caller decides which changes are reported and how a message is encoded. The store knows the previous version of
/// a visit and counts its messages.
package struct MessageComposer: Sendable {
    /// The changes to report about a visit, given its previous version (`nil` for a new one), its new version, and
    /// whether any message about it was queued before.
    package let news: @Sendable (Visit?, Visit, _ wasTold: Bool) -> [VisitChange]
    /// The encoded body of a message, with or without the phone's location.
    package let body: @Sendable (WebhookMessage, _ includesLocation: Bool) throws -> [UInt8]

    /// Creates a composer.
    package init(
        news: @escaping @Sendable (Visit?, Visit, _ wasTold: Bool) -> [VisitChange],
        body: @escaping @Sendable (WebhookMessage, _ includesLocation: Bool) throws -> [UInt8]
    ) {
        self.news = news
        self.body = body
    }
}

/// The request to queue webhook messages about what a transaction writes.
package struct OutboxSettings: Sendable {
    /// Decides what is reported, and encodes it.
    package let composer: MessageComposer
    /// The current time, recorded as the time at which Footfall detected the changes.
    package let time: Timestamp

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - composer: decides what is reported, and encodes it.
    ///   - time: the current time.
    package init(_ composer: MessageComposer, at time: Timestamp) {
        self.composer = composer
        self.time = time
    }
}
