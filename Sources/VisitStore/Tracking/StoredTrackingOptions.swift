package import VisitModel

/// The stored tracking options for phones of one platform, environment and trip state; the store does not validate
/// them.
package struct StoredTrackingOptions: Hashable, Sendable {
    /// The phones' operating system.
    package let platform: Platform
    /// The environment of the phones' tokens.
    package let environment: ProjectEnvironment
    /// Whether the options apply to phones on a trip.
    package let isOnTrip: Bool
    /// The options.
    package let content: Content
    /// When they were set.
    package let updatedAt: Timestamp

    /// The content of the options.
    package enum Content: Hashable, Sendable {
        /// The name of a preset: `efficient`, `responsive` or `continuous`.
        case preset(String)
        /// A JSON document, unchanged.
        case document(String)
    }

    /// Creates a record.
    package init(
        _ platform: Platform,
        _ environment: ProjectEnvironment,
        isOnTrip: Bool,
        _ content: Content,
        updatedAt: Timestamp
    ) {
        self.platform = platform
        self.environment = environment
        self.isOnTrip = isOnTrip
        self.content = content
        self.updatedAt = updatedAt
    }
}
