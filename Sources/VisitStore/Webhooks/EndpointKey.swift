/// The integer key of an endpoint in one database, referenced by other tables.
package struct EndpointKey: Hashable, Sendable {
    /// The key's value.
    package let rawValue: Int64

    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The integer key of a message in one database; of two messages, the one with the lower key was queued first.
package struct MessageKey: Hashable, Sendable {
    /// The key's value.
    package let rawValue: Int64

    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}
