public import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// The regions that the system monitors for the app, in the order of addition.
    public var watchedRegions: [RegionID] { profile.platform == .ios ? ios.monitored : android.registered }

    /// Whether there are any.
    var isWatchingRegions: Bool { profile.platform == .ios ? !ios.watched.isEmpty : !android.fences.isEmpty }

    /// The largest accepted radius in metres; `nil` on Android, which has no limit.
    public var maximumRegionRadiusMeters: Double? {
        guard profile.platform == .ios else { return nil }
        // Core Location returns -1 if monitoring is unavailable; the protocol has a separate property for that.
        return profile.ios.maximumRadiusMeters
    }

    /// Adds regions for the app.
    ///
    /// - Parameter regions: the regions, in the order of the request.
    /// - Throws: `PhoneError` on Android, which then accepts none; iOS signals each refusal a moment later.
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

    /// The delay of a refusal on iOS, which comes by a callback instead of the call.
    private static let refusalSeconds = 0.1

    /// Returns whether the system monitors a region for the app.
    private func isWatched(_ id: RegionID) -> Bool {
        switch profile.platform {
        case .android: android.watches(id)
        case .ios: ios.monitored.contains(id)
        }
    }

    /// Removes regions for the app.
    ///
    /// - Parameter ids: the regions' names; unknown ones are ignored.
    public mutating func removeRegions(_ ids: [RegionID]) {
        let removed = ids.filter(isWatched)
        android.remove(removed)
        for id in removed { ios.remove(id, at: now) }
        if !removed.isEmpty { notes.append(.removed(removed)) }
        planRegionWake()
    }

    /// Removes all regions of the app.
    public mutating func removeAllRegions() { removeRegions(watchedRegions) }

    /// Requests on which side of a region's edge the phone is (iOS; Android has no such request).
    ///
    /// - Parameter id: the region's name.
    public mutating func requestState(of id: RegionID) {
        guard profile.platform == .ios else { return }
        let answer = ios.requestState(of: id, at: now, conditions: iosConditions)
        queue.plan(.regionState(answer.id, answer.state, process: app.process), at: max(answer.dueAt, now))
    }

    /// Sets the number of regions of other code in the app (iOS).
    ///
    /// - Parameter count: the number, 0 or more.
    public mutating func setForeignRegions(_ count: Int) {
        guard profile.platform == .ios else { return }
        notes.append(.changed("foreign regions", "\(ios.setForeignRegions(count))"))
    }

    /// Evaluates the regions with a fix.
    mutating func showRegions(_ reading: SystemReading) {
        let surroundings = surroundings
        let deliveries =
            switch profile.platform {
            case .android:
                canWatchOnAndroid
                    ? android.process(reading, surroundings: surroundings, generator: &generator) : []
            case .ios:
                ios.process(reading, surroundings: surroundings, conditions: iosConditions, generator: &generator)
            }
        plan(deliveries)
    }

    /// Runs due timers of regions, and evaluates changed conditions.
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
        // An overdue timer, while monitoring is not allowed, waits for the next fix.
        if let wake, wake > now { queue.plan(.regionWake, at: wake) }
    }
}
