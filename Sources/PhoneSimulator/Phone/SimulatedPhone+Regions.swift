public import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// What the system watches for the app, in the order of addition.
    public var watchedRegions: [RegionID] { profile.platform == .ios ? ios.monitored : android.registered }

    /// Whether that is anything.
    var isWatchingRegions: Bool { profile.platform == .ios ? !ios.watched.isEmpty : !android.fences.isEmpty }

    /// The largest radius that is accepted, in metres; `nil` on Android, which names none.
    public var maximumRegionRadiusMeters: Double? {
        guard profile.platform == .ios else { return nil }
        // Core Location says -1 where there is no monitoring; the protocol has a value of its own for that.
        return profile.ios.maximumRadiusMeters
    }

    /// The app asks for regions to be watched.
    ///
    /// - Parameter regions: in the order in which it asks.
    /// - Throws: `PhoneError` on Android, which then takes none; iOS tells of each refusal a moment later.
    public mutating func addRegions(_ regions: [RegionRequest]) throws(PhoneError) {
        guard app.state != .uninstalled else { return }
        switch profile.platform {
        case .android:
            do {
                try android.add(regions, at: now, conditions: androidConditions)
            } catch {
                notes.append(.refused(regions.map(\.id), error))
                throw error
            }
            notes.append(.added(regions.map(\.id)))
        case .ios:
            for region in regions {
                guard let error = ios.add(region, at: now, conditions: iosConditions) else {
                    notes.append(.added([region.id]))
                    continue
                }
                notes.append(.refused([region.id], error))
                queue.plan(
                    .regionFailed(region.id, error, process: app.process),
                    at: now.advanced(bySeconds: Self.refusalSeconds)
                )
            }
        }
        planRegionWake()
    }

    /// How long iOS takes to tell of a refusal: it comes by a callback, not by the call.
    private static let refusalSeconds = 0.1

    /// Whether the system watches a region for the app.
    private func isWatched(_ id: RegionID) -> Bool {
        switch profile.platform {
        case .android: android.watches(id)
        case .ios: ios.monitored.contains(id)
        }
    }

    /// The app asks for regions to be watched no longer.
    ///
    /// - Parameter ids: those that are not watched are ignored.
    public mutating func removeRegions(_ ids: [RegionID]) {
        let removed = ids.filter(isWatched)
        android.remove(removed)
        for id in removed { ios.remove(id, at: now) }
        if !removed.isEmpty { notes.append(.removed(removed)) }
        planRegionWake()
    }

    /// The app asks for no region to be watched any more.
    public mutating func removeAllRegions() { removeRegions(watchedRegions) }

    /// The app asks on which side of a region's edge the phone is (iOS; Android has no such question).
    ///
    /// - Parameter id: the region.
    public mutating func requestState(of id: RegionID) {
        guard profile.platform == .ios else { return }
        let answer = ios.requestState(of: id, at: now, conditions: iosConditions)
        queue.plan(.regionState(answer.id, answer.state, process: app.process), at: max(answer.dueAt, now))
    }

    /// Other code in the app takes some of its regions (iOS).
    ///
    /// - Parameter count: how many, 0 or more.
    public mutating func setForeignRegions(_ count: Int) {
        guard profile.platform == .ios else { return }
        notes.append(.changed("foreign regions", "\(ios.setForeignRegions(count))"))
    }

    /// Shows a reading to what watches the regions.
    mutating func showRegions(_ reading: SystemReading) {
        let surroundings = surroundings
        let deliveries =
            switch profile.platform {
            case .android:
                canWatchOnAndroid
                    ? android.take(reading, surroundings: surroundings, generator: &generator) : []
            case .ios:
                ios.take(reading, surroundings: surroundings, conditions: iosConditions, generator: &generator)
            }
        plan(deliveries)
    }

    /// A region's timer may have run out, or what may be watched has changed.
    mutating func wakeRegions() {
        guard system.isOn else { return }
        let surroundings = surroundings
        let deliveries =
            switch profile.platform {
            case .android:
                canWatchOnAndroid
                    ? android.wake(at: now, surroundings: surroundings, generator: &generator) : []
            case .ios:
                ios.wake(at: now, surroundings: surroundings, conditions: iosConditions, generator: &generator)
            }
        plan(deliveries)
    }

    private mutating func plan(_ deliveries: [RegionDelivery]) {
        for delivery in deliveries {
            notes.append(.decided(delivery))
            queue.plan(.deliver(delivery), at: max(delivery.dueAt, now))
        }
        planRegionWake()
    }

    private mutating func planRegionWake() {
        queue.cancel { if case .regionWake = $0 { true } else { false } }
        let wake = profile.platform == .ios ? ios.nextWake : android.nextWake
        // A timer that is overdue, because the system may not watch at the moment, waits for the next reading.
        if let wake, wake > now { queue.plan(.regionWake, at: wake) }
    }
}
