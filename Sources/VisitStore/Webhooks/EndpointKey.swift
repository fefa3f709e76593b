/// The number of an endpoint in one database, which other tables refer to.
public struct EndpointKey: Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The number of a message in one database; of two, the lower one was queued first.
public struct MessageKey: Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}
