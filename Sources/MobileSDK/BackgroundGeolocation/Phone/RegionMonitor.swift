internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import VisitModel

/// Requests the regions of the geofences and the stationary region from the phone, and handles those that it refuses.
struct RegionMonitor: Sendable {
    /// The number of regions per call on Android, which accepts or rejects a call as a whole.
    private static let regionsPerCall = 20
    /// The delay before an unknown state of a region is requested from iOS again, in seconds; doubled each time.
    private static let statePatienceSeconds = 15.0
    private static let mostStateRequests = 6

    let phone: any PhoneOS
    let session: SharedSession

    /// Removes regions, adds regions and requests states, in this order.
    func set(removed: [String], added: [TrackedRegion], stateRequests: [String], at time: Timestamp) {
        if !removed.isEmpty {
            let names = Set(removed)
            session.withLock { $0.regions.remove(names) }
            phone.removeRegions(removed.compactMap { try? RegionID($0) })
        }
        add(added, at: time)
        for id in stateRequests.compactMap({ try? RegionID($0) }) { phone.requestState(of: id) }
    }

    func addDeferred(at time: Timestamp) { add(session.withLock { $0.regions.removeDeferred() }, at: time) }

    /// Passes the regions that are refused to tracking.
    private func add(_ regions: [TrackedRegion], at time: Timestamp) {
        var next = regions[...]
        while !next.isEmpty {
            let chunk = next.prefix(phone.platform == .android ? Self.regionsPerCall : next.count)
            next = next.dropFirst(chunk.count)
            guard let refusal = add(chunk, at: time) else { continue }
            // The least important regions come last: nothing after this one would be accepted either.
            return refused(Array(refusal.regions + next), refusal.error, at: time)
        }
    }

    private struct RegionRefusal {
        var regions: ArraySlice<TrackedRegion>
        var error: PhoneError
    }

    /// Returns the regions from the first refused one on; `nil` if all were accepted, except regions that can never be
    /// monitored.
    private func add(_ regions: ArraySlice<TrackedRegion>, at time: Timestamp) -> RegionRefusal? {
        let requests = regions.compactMap { RegionRequest($0, largest: phone.maximumRegionRadiusMeters) }
        guard !requests.isEmpty else { return nil }
        do {
            try phone.addRegions(requests)
            return nil
        } catch {
            switch error.refusal {
            case .overLimit where regions.count > 1, .unfit where regions.count > 1:
                // Halving finds the region at fault, or how many there is room for.
                let middle = regions.startIndex + regions.count / 2
                if var refusal = add(regions[..<middle], at: time) {
                    refusal.regions += regions[middle...]
                    return refusal
                }
                return add(regions[middle...], at: time)
            case .unfit:
                refused(Array(regions), error, at: time)
                return nil
            case .overLimit, .unavailable, nil: return RegionRefusal(regions: regions, error: error)
            }
        }
    }

    private func refused(_ regions: [TrackedRegion], _ error: PhoneError, at time: Timestamp) {
        session.log(.warning, "\(regions.count) regions are not monitored: \(error)", at: time)
        if error.code == .requestTooFrequent {
            session.withLock { $0.regions.defer(regions) }
            return phone.setTimer(named: TimerName.regions, at: time.advanced(bySeconds: RegionRetries.patienceSeconds))
        }
        guard let refusal = error.refusal else { return }
        session.process(.regionsRefused(regions.map(\.id), refusal), at: time)
    }

    /// An id of `nil` stands for all regions.
    func failed(_ id: RegionID?, _ error: PhoneError, at time: Timestamp) {
        session.log(.warning, "the region \(id?.text ?? "of every geofence") is not monitored: \(error)", at: time)
        guard let refusal = error.refusal else { return }
        if let id {
            if id.text == TrackedRegion.stationaryID { return session.withLock { $0.regions.stationaryPlace = nil } }
            // Refusals of one moment arrive one by one: that of a region that is monitored by now is obsolete.
            guard phone.monitoredRegions?.contains(id) != true else { return }
            return session.process(.regionsRefused([id.text], refusal), at: time)
        }
        let platform = phone.platform
        let names = session.withLock { session in
            session.tracking.geofences.active.map { TrackedRegion.id(of: $0, on: platform) }
                + (session.tracking.geofences.helper.map { [$0.id] } ?? [])
        }
        if !names.isEmpty { session.process(.regionsRefused(names, refusal), at: time) }
    }

    /// The exit of the stationary region ends a stop.
    func setStationary(_ region: DesiredPhoneState.StationaryRegion?, at time: Timestamp) {
        let place = region.map { StationaryPlace(center: $0.center, radiusMeters: $0.radiusMeters) }
        let old = session.withLock { session in
            defer { session.regions.stationaryPlace = place }
            return session.regions.stationaryPlace
        }
        guard place != old, let id = try? RegionID(TrackedRegion.stationaryID) else { return }
        guard let region else { return phone.removeRegions([id]) }
        do {
            try phone.monitorExit(of: id, center: region.center, radiusMeters: region.radiusMeters)
        } catch {
            session.log(.warning, "the stationary geofence is not monitored: \(error)", at: time)
        }
    }

    /// Before the first fix since a region was added iOS never knows its state, and a phone inside would never be
    /// reported as entered.
    func stateIsUnknown(_ id: RegionID, at time: Timestamp) {
        let times = session.withLock { $0.regions.countUnknownState(of: id) }
        guard times <= Self.mostStateRequests else { return }
        // A fix lets iOS determine the state, and locates an entry.
        if times == 1 { phone.requestSingleFix(.high) }
        let patience = Self.statePatienceSeconds * Double(1 << (times - 1))
        phone.setTimer(named: TimerName.states, at: time.advanced(bySeconds: patience))
    }

    func requestStates() {
        let regions = session.withLock { $0.regions.ofUnknownState(upTo: Self.mostStateRequests) }
        for id in regions { phone.requestState(of: id) }
    }
}

/// The circle around the place where the phone stopped.
struct StationaryPlace: Hashable, Sendable {
    let center: Coordinate
    let radiusMeters: Double
}

/// The regions that the phone did not accept yet or does not know the state of, and the stationary region.
struct RegionRequests: Sendable {
    /// The regions wait until Android accepts additions again.
    private var deferred: [TrackedRegion] = []
    /// The number of responses in which iOS did not know the state.
    private var unknown: [RegionID: Int] = [:]
    /// The region that the system was requested to monitor.
    var stationaryPlace: StationaryPlace?

    mutating func remove(_ names: Set<String>) {
        deferred.removeAll { names.contains($0.id) }
        unknown = unknown.filter { !names.contains($0.key.text) }
    }

    mutating func `defer`(_ regions: [TrackedRegion]) { deferred += regions }

    mutating func removeDeferred() -> [TrackedRegion] {
        defer { deferred = [] }
        return deferred
    }

    /// Returns the number of such responses since the state was known.
    mutating func countUnknownState(of id: RegionID) -> Int {
        unknown[id, default: 0] += 1
        return unknown[id] ?? 1
    }

    mutating func stateIsKnown(of id: RegionID) { unknown[id] = nil }

    /// After at most `most` responses, in order.
    func ofUnknownState(upTo most: Int) -> [RegionID] { unknown.filter { $0.value <= most }.keys.sorted() }
}

extension RegionRequest {
    /// `nil` for a name that no region can have.
    fileprivate init?(_ region: TrackedRegion, largest: Double?) {
        guard let id = try? RegionID(region.id) else { return nil }
        self.init(
            id: id,
            shape: .circle(center: region.center, radiusMeters: min(region.radiusMeters, largest ?? .infinity)),
            notifies: RegionTransitions(rawValue: region.transitions.rawValue),
            initialTrigger: RegionTransitions(rawValue: region.initialTrigger.rawValue),
            loiteringDelay: region.loiteringDelay
        )
    }
}

extension PhoneError {
    /// `nil` for a temporary one.
    fileprivate var refusal: MonitoredGeofences.Refusal? {
        switch code {
        case .tooManyGeofences, .regionMonitoringFailure: .overLimit
        case .invalidRequest: .unfit
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable, .tooManyPendingIntents, .manifestIncomplete:
            .unavailable
        case .requestTooFrequent, .regionMonitoringSetupDelayed: nil
        }
    }
}
