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

    /// Creates an empty registry.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - limit: the most fences at a time; `nil` means the platform's limit. A larger one is for a replay that
    ///     registers everything. Negative means 0.
    public init(platform: Platform, limit: Int? = nil) {
        self.platform = platform
        self.limit = max(0, limit ?? platform.geofenceLimit)
        self.registered = []
        self.saved = []
    }

    /// Restores a stored registry.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - limit: the most fences at a time.
    ///   - registered: what the system watched, in any order.
    ///   - saved: what the app saved, in any order; what the system watched is added to it.
    /// - Throws: `RegistrationError` with the platform's code when these exceed the limit, which no registry stores.
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
            throw .tooMany(asked: self.saved.count, limit: self.limit, platform: platform, refused: [])
        }
    }

    /// Returns whether the system watches a fence.
    public func isRegistered(_ key: FenceKey) -> Bool { registered.containsSorted(key) }

    /// Requests more fences from the system, as an app that ignores the limit would.
    ///
    /// Over the limit, iOS refuses each further fence and keeps those before it; Android refuses the whole call. A
    /// fence that is already registered needs no new slot.
    ///
    /// - Parameter keys: in the order in which the app requests them.
    /// - Returns: what was registered, and the platform's refusal where there was one.
    public mutating func register(_ keys: [FenceKey]) -> RegistrationOutcome {
        var new: [FenceKey] = []
        var known = Set(registered)
        for key in keys where known.insert(key).inserted {
            new.append(key)
        }
        let free = limit - registered.count
        let accepted: ArraySlice<FenceKey>
        var error: RegistrationError?
        if new.count <= free {
            accepted = new[...]
        } else {
            accepted = platform == .ios ? new.prefix(free) : []
            error = .tooMany(
                asked: registered.count + new.count,
                limit: limit,
                platform: platform,
                refused: new.dropFirst(accepted.count).sorted()
            )
        }
        registered = (registered + accepted).sorted()
        saved = registered
        return RegistrationOutcome(registered: accepted.sorted(), error: error)
    }

    /// Replaces the registered fences by the smallest change: unregisters what is no longer wanted, then registers what
    /// is new.
    ///
    /// - Parameter wanted: the fences to be registered, in any order.
    /// - Returns: what changed.
    /// - Throws: `RegistrationError` when more are wanted than the limit; nothing is changed then.
    public mutating func apply(wanted: [FenceKey]) throws(RegistrationError) -> RegistryChange {
        let target = wanted.isStrictlyAscending ? wanted : Set(wanted).sorted()
        guard target.count <= limit else {
            throw .tooMany(
                asked: target.count,
                limit: limit,
                platform: platform,
                refused: target.filter { !registered.containsSorted($0) }
            )
        }
        let change = RegistryChange(
            unregistered: .fences(registered.subtractingSorted(target)),
            registered: target.subtractingSorted(registered)
        )
        registered = target
        saved = target
        return change
    }

    /// Replaces what the system watches; the saved set stays.
    mutating func replaceRegistered(with keys: [FenceKey]) {
        registered = keys
    }

    /// Replaces the saved set.
    mutating func replaceSaved(with keys: [FenceKey]) {
        saved = keys
    }
}

extension [FenceKey] {
    /// Whether every key is greater than the one before.
    fileprivate var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }

    /// The keys that another array does not contain; both are sorted.
    fileprivate func subtractingSorted(_ other: [FenceKey]) -> [FenceKey] {
        var rest: [FenceKey] = []
        var place = 0
        for key in self {
            while place < other.count, other[place] < key { place += 1 }
            if place == other.count || other[place] != key { rest.append(key) }
        }
        return rest
    }
}
