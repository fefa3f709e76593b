/// What changed in a registry: first something went, then something came.
public struct RegistryChange: Hashable, Sendable {
    /// Fences that the system no longer watches.
    public enum Unregistered: Hashable, Sendable {
        /// These, in the order of their keys.
        case fences([FenceKey])
        /// All that there were: the system lost them, and names none.
        case all
    }

    /// What the system no longer watches.
    public let unregistered: Unregistered
    /// What it watches anew, in the order of the keys.
    public let registered: [FenceKey]

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - unregistered: what the system no longer watches.
    ///   - registered: what it watches anew.
    public init(unregistered: Unregistered, registered: [FenceKey]) {
        self.unregistered = unregistered
        self.registered = registered
    }

    /// No change.
    public static let nothing = RegistryChange(unregistered: .fences([]), registered: [])

    /// Whether nothing changed.
    public var isEmpty: Bool { self == .nothing }
}

/// What came of asking the system to watch more fences.
public struct RegistrationOutcome: Hashable, Sendable {
    /// What it watches anew, in the order of the keys.
    public let registered: [FenceKey]
    /// The platform's refusal, where there was one.
    public let error: RegistrationError?

    /// Makes an outcome.
    ///
    /// - Parameters:
    ///   - registered: what the system watches anew.
    ///   - error: the platform's refusal.
    public init(registered: [FenceKey], error: RegistrationError?) {
        self.registered = registered
        self.error = error
    }
}
