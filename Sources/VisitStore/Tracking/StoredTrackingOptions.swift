public import VisitModel

/// The tracking options of one kind of phones, as they are stored: nobody here looks whether they can be used.
public struct StoredTrackingOptions: Hashable, Sendable {
    /// The phones' operating system.
    public let platform: Platform
    /// The world that the phones' tokens are of.
    public let environment: ProjectEnvironment
    /// Whether they are for phones on a trip, or for those that are not.
    public let isOnTrip: Bool
    /// The options.
    public let content: Content
    /// When they were set.
    public let updatedAt: Timestamp

    /// What was set.
    public enum Content: Hashable, Sendable {
        /// Options by name: `efficient`, `responsive` or `continuous`.
        case preset(String)
        /// A JSON document as it was given.
        case document(String)
    }

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - platform: the phones' operating system.
    ///   - environment: the world that the phones' tokens are of.
    ///   - isOnTrip: whether they are for phones on a trip.
    ///   - content: the options.
    ///   - updatedAt: when they were set.
    public init(
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
