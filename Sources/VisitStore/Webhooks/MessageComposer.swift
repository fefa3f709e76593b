public import VisitModel

/// What the store asks while it writes, so that what other systems are told is written in the same transaction.
///
/// What is news, and how it looks as bytes, is decided elsewhere; the store knows what was there before and counts.
public struct MessageComposer: Sendable {
    /// What has to be told of a visit that was written anew: as it was (`nil` for a new one), as it is, and whether anything
    /// was told of it before.
    public let news: @Sendable (Visit?, Visit, _ wasTold: Bool) -> [VisitChange]
    /// The bytes of a message, and whether where the phone was is among them.
    public let body: @Sendable (WebhookMessage, _ includesLocation: Bool) throws -> [UInt8]

    /// Makes a composer.
    ///
    /// - Parameters:
    ///   - news: what has to be told of a visit.
    ///   - body: the bytes of a message.
    public init(
        news: @escaping @Sendable (Visit?, Visit, _ wasTold: Bool) -> [VisitChange],
        body: @escaping @Sendable (WebhookMessage, _ includesLocation: Bool) throws -> [UInt8]
    ) {
        self.news = news
        self.body = body
    }
}

/// That other systems are told of what is written.
public struct OutboxSettings: Sendable {
    /// What is told, and how it looks.
    public let composer: MessageComposer
    /// When Footfall learned of what is written: now.
    public let time: Timestamp

    /// Makes the wish to tell.
    ///
    /// - Parameters:
    ///   - composer: what is told, and how it looks.
    ///   - time: now.
    public init(_ composer: MessageComposer, at time: Timestamp) {
        self.composer = composer
        self.time = time
    }
}
