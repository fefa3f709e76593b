/// A change of a registry: removals first, then additions.
public struct RegistryChange: Hashable, Sendable {
    /// The fences that the system no longer watches.
    public enum Unregistered: Hashable, Sendable {
        /// These, sorted by key.
        case fences([FenceKey])
        /// All there were: the system lost them and names none.
        case all
    }

    /// The fences that the system no longer watches.
    public let unregistered: Unregistered
    /// The newly watched fences, sorted by key.
    public let registered: [FenceKey]

    /// Creates a change.
    public init(unregistered: Unregistered, registered: [FenceKey]) {
        self.unregistered = unregistered
        self.registered = registered
    }

    /// No change.
    public static let nothing = RegistryChange(unregistered: .fences([]), registered: [])

    /// Whether nothing changed.
    public var isEmpty: Bool { self == .nothing }
}

/// The result of requesting more fences from the system.
public struct RegistrationOutcome: Hashable, Sendable {
    /// The newly watched fences, sorted by key.
    public let registered: [FenceKey]
    /// The platform's refusal, where there was one.
    public let error: RegistrationError?

    /// Creates an outcome.
    public init(registered: [FenceKey], error: RegistrationError?) {
        self.registered = registered
        self.error = error
    }
}
