public import VisitModel

/// The slots that a phone's operating system has for one app's geofences, and what the app remembers of them.
///
/// Two sets are kept, because a phone keeps two: `registered` is what the system watches, and a reboot or an update
/// empties it on Android; `saved` is what the app's own storage says should be watched, and nothing but the app changes
/// it. No call brings more than `limit` fences into either.
///
/// The registry decides nothing: it takes a set and answers with the difference, as the platform's own lists would.
public struct GeofenceRegistry: Hashable, Sendable {
    /// The phone's operating system, which decides what a refusal and a reboot look like.
    public let platform: Platform
    /// The most fences that may be registered at a time.
    public let limit: Int
    /// What the system watches, in the order of the keys.
    public private(set) var registered: [FenceKey]
    /// What the app remembers having registered, in the order of the keys.
    public private(set) var saved: [FenceKey]

    /// Makes an empty registry.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - limit: the most fences at a time; `nil` takes the platform's limit. A larger one is for a replay that
    ///     registers everything. Negative is taken as 0.
    public init(platform: Platform, limit: Int? = nil) {
        self.platform = platform
        self.limit = max(0, limit ?? platform.geofenceLimit)
        self.registered = []
        self.saved = []
    }

    /// Takes up a registry that was stored.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - limit: the most fences at a time.
    ///   - registered: what the system watched, in any order.
    ///   - saved: what the app remembered, in any order; what the system watched is taken as remembered too.
    /// - Throws: `RegistrationError` with the platform's code when these are more than the limit, which no registry
    ///   stores.
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

    /// Whether the system watches a fence.
    ///
    /// - Parameter key: the fence.
    /// - Returns: true when it is registered.
    public func isRegistered(_ key: FenceKey) -> Bool { registered.containsSorted(key) }

    /// Asks the system to watch more fences, as an app that does not count would.
    ///
    /// Where there are too many, iOS refuses each one over the limit and keeps those before it; Android refuses the whole
    /// call. A fence that is registered already takes no new slot.
    ///
    /// - Parameter keys: in the order in which the app asks for them.
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

    /// Makes the registered fences these, by the smallest change: first what is no longer wanted goes, then what is new
    /// comes; what is kept is not touched.
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

    /// Makes what the system watches this; the saved set stays.
    mutating func replaceRegistered(with keys: [FenceKey]) {
        registered = keys
    }

    /// Makes what the app remembers this.
    mutating func replaceSaved(with keys: [FenceKey]) {
        saved = keys
    }
}

extension [FenceKey] {
    /// Whether every key is greater than the one before.
    fileprivate var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }

    /// The keys that another array does not hold; both are sorted.
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
