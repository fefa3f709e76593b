package import TrackingEngine
package import VisitModel
package import VisitStore

/// How phones are told to track, by operating system, environment and trip: checked, kept, handed out.
///
/// What is set here overrides what an app sets in its code (Radar, "Tracking Options Reference", remote tracking options).
package struct TrackingOptionsBook: Sendable {
    /// Where they are kept.
    package let store: VisitStore

    /// Opens the book.
    ///
    /// - Parameter store: where they are kept.
    package init(store: VisitStore) {
        self.store = store
    }

    /// What is set for each of the eight kinds of phones, those for which nothing is set among them.
    ///
    /// - Returns: the eight, in the order of `TrackingOptionsSlot.targets`.
    /// - Throws: `VisitStoreError`; what is stored and can't be used is told by its slot.
    package func slots() throws -> [TrackingOptionsSlot] {
        let stored = Dictionary(
            try store.trackingOptions().map { TrackingOptionsSlot($0) }.map { ($0.target, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return TrackingOptionsSlot.targets.map { stored[$0] ?? TrackingOptionsSlot(empty: $0) }
    }

    /// What is set for one kind of phones.
    ///
    /// - Parameter target: which phones.
    /// - Returns: what is set; a slot that is empty for nothing.
    /// - Throws: `VisitStoreError`.
    package func slot(_ target: RadarRemotePlan.Target) throws -> TrackingOptionsSlot {
        try slots().first { $0.target == target } ?? TrackingOptionsSlot(empty: target)
    }

    /// Sets options, in the place of those before.
    ///
    /// - Parameters:
    ///   - options: the options, made for the same operating system.
    ///   - target: which phones they are for.
    ///   - time: now.
    /// - Returns: what is set from now on.
    /// - Throws: `TrackingEngineError` for options of the other operating system, `VisitStoreError`.
    @discardableResult
    package func set(
        _ options: CheckedTrackingOptions,
        for target: RadarRemotePlan.Target,
        at time: Timestamp
    ) throws -> TrackingOptionsSlot {
        var plan = RadarRemotePlan()
        try plan.set(options.options, for: target)
        let content: StoredTrackingOptions.Content =
            switch options.content {
            case .preset(let preset): .preset(preset.rawValue)
            case .custom(let document): .document(document)
            }
        try store.setTrackingOptions(
            StoredTrackingOptions(
                target.platform,
                target.environment,
                isOnTrip: target.isOnTrip,
                content,
                updatedAt: time
            )
        )
        return TrackingOptionsSlot(options, for: target, at: time)
    }

    /// Takes options away, which leaves it to the app again.
    ///
    /// - Parameter target: which phones' options.
    /// - Returns: false when there were none.
    /// - Throws: `VisitStoreError`.
    @discardableResult
    package func remove(_ target: RadarRemotePlan.Target) throws -> Bool {
        try store.removeTrackingOptions(target.platform, target.environment, isOnTrip: target.isOnTrip)
    }

    /// All of it as the engine's plan; what can't be used is left out.
    ///
    /// - Returns: the plan.
    /// - Throws: `VisitStoreError`.
    package func plan() throws -> RadarRemotePlan {
        try Self.plan(slots())
    }

    /// The plan that some slots make.
    static func plan(_ slots: [TrackingOptionsSlot]) throws -> RadarRemotePlan {
        var plan = RadarRemotePlan()
        for slot in slots { try plan.set(slot.options?.options, for: slot.target) }
        return plan
    }
}
