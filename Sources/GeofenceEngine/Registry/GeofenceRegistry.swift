public import VisitModel

/// The geofence slots that a phone's operating system gives one app, and the app's saved list of them.
///
/// A phone keeps two sets: `registered` is what the system watches, and a reboot or an update empties it on Android;
/// `saved` is what the app's own storage says should be watched, and only the app changes it. No call lets either
/// exceed `limit`.
///
/// The registry makes no decisions: it applies a set and returns the difference, as the platform's own lists would.
public struct GeofenceRegistry: Hashable, Sendable {
    /// The phone's operating system, which decides what a refusal and a reboot look like.
    public let platform: Platform
    /// The largest number of fences registered at a time.
    public let limit: Int
    /// The fences the system watches, sorted by key.
    public private(set) var registered: [FenceKey]
    /// The fences the app has saved as registered, sorted by key.
    public private(set) var saved: [FenceKey]

    /// Creates an empty registry; a `limit` of `nil` is the platform's.
    ///
    /// A larger one is for a replay that registers everything. Negative means 0.
    public init(platform: Platform, limit: Int? = nil) {
        self.platform = platform
        self.limit = max(0, limit ?? platform.geofenceLimit)
        self.registered = []
        self.saved = []
    }

    /// Restores a stored registry; keys are in any order, and the registered ones are added to `saved`.
    ///
    /// Throws the platform's code when these exceed the limit, which no registry stores.
    public init(
        platform: Platform,
        limit: Int,
        registered: [FenceKey],
        saved: [FenceKey]
    ) throws(RegistrationError) {
        self.init(platform: platform, limit: limit)
        self.registered = Set(registered).sorted()
        self.saved = Set(saved).union(registered).sorted()
        guard self.saved.count <= self.limit else {
            throw RegistrationError(requested: self.saved.count, limit: self.limit, platform: platform)
        }
    }

    /// Unregisters what is no longer wanted, then registers what is new; `wanted` is in any order.
    ///
    /// Throws when more are wanted than the limit; nothing is changed then.
    public mutating func apply(wanted: [FenceKey]) throws(RegistrationError) -> RegistryChange {
        let target = try target(of: wanted)
        let (lost, new) = registered.sortedDifferences(from: target)
        let change = RegistryChange(unregistered: .fences(lost), registered: new)
        registered = target
        saved = target
        return change
    }

    /// Changes the saved set alone, while the system monitors nothing; `wanted` is in any order.
    ///
    /// Throws when more are wanted than the limit; nothing is changed then.
    public mutating func save(wanted: [FenceKey]) throws(RegistrationError) {
        saved = Set(try target(of: wanted)).union(registered).sorted()
    }

    private func target(of wanted: [FenceKey]) throws(RegistrationError) -> [FenceKey] {
        let target = wanted.isStrictlyAscending ? wanted : Set(wanted).sorted()
        guard target.count <= limit else {
            throw RegistrationError(requested: target.count, limit: limit, platform: platform)
        }
        return target
    }
}

extension [FenceKey] {
    fileprivate var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }

    /// The keys that only this array has, and those that only the other one has; both are sorted.
    fileprivate func sortedDifferences(from other: [FenceKey]) -> (lost: [FenceKey], new: [FenceKey]) {
        var (lost, new): ([FenceKey], [FenceKey]) = ([], [])
        var (index, otherIndex) = (0, 0)
        while index < count, otherIndex < other.count {
            let (key, otherKey) = (self[index], other[otherIndex])
            if key == otherKey {
                index += 1
                otherIndex += 1
            } else if key < otherKey {
                lost.append(key)
                index += 1
            } else {
                new.append(otherKey)
                otherIndex += 1
            }
        }
        lost += self[index...]
        new += other[otherIndex...]
        return (lost, new)
    }
}

extension GeofenceRegistry {
    /// Simulates a reboot of the phone and returns what the system lost.
    ///
    /// Android forgets every geofence (Google, "Create and monitor geofences": "the device is rebooted"); iOS keeps
    /// them.
    public mutating func reboot() -> RegistryChange { loseAll() }

    /// Simulates an update of the app and returns what the system lost.
    ///
    /// Google's guide does not list it, but an update can cancel the pending intent of the geofences, so on Android
    /// they are treated as lost; iOS keeps them.
    public mutating func appUpdate() -> RegistryChange { loseAll() }

    /// Registers the saved set at once, without knowing the phone's location; returns what the system had not kept.
    public mutating func restore() -> RegistryChange {
        // The saved set never exceeds the limit, and always contains what the system watches.
        let lost = saved.filter { !registered.containsSorted($0) }
        registered = saved
        return RegistryChange(unregistered: .fences([]), registered: lost)
    }

    /// Removes everything the system watches, on either platform; the saved set stays.
    ///
    /// Location is off, a permission or Play services are gone.
    public mutating func lose() -> RegistryChange {
        guard !registered.isEmpty else { return .nothing }
        registered = []
        return RegistryChange(unregistered: .all, registered: [])
    }

    /// Removes everything at the app's request, also from the saved set.
    public mutating func clear() -> RegistryChange {
        let change = lose()
        saved = []
        return change
    }

    private mutating func loseAll() -> RegistryChange { platform == .android ? lose() : .nothing }
}

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
