internal import PhoneOS
internal import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// The number of regions per call on Android, which accepts or rejects a call as a whole.
    private static let regionsPerCall = 20
    /// The delay before regions that Android refused temporarily are requested again, in seconds: it limits additions
    /// per minute.
    private static let patienceSeconds = 60.0

    /// Changes the monitored geofences: removes regions, adds regions and requests states, in this order.
    func setGeofences(removed: [String], added: [TrackedRegion], asked: [String], at time: Timestamp) {
        if !removed.isEmpty {
            let names = Set(removed)
            session.withLock { session in
                session.deferredRegions.removeAll { names.contains($0.id) }
                session.unknownRegions = session.unknownRegions.filter { !names.contains($0.key.text) }
            }
            phone.removeRegions(removed.compactMap { try? RegionID($0) })
        }
        add(added, at: time)
        for id in asked.compactMap({ try? RegionID($0) }) { phone.requestState(of: id) }
    }

    /// Requests regions that were deferred.
    func addDeferredRegions(at time: Timestamp) {
        let regions = session.withLock { session in
            defer { session.deferredRegions = [] }
            return session.deferredRegions
        }
        add(regions, at: time)
    }

    /// Requests regions, and passes those that are refused to tracking.
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

    /// Regions that the phone refused, and the error.
    private struct RegionRefusal {
        var regions: ArraySlice<TrackedRegion>
        var error: PhoneError
    }

    /// Requests some regions.
    ///
    /// - Returns: the regions from the first refused one on; `nil` if all were accepted, except regions that can never
    ///   be monitored.
    private func add(_ regions: ArraySlice<TrackedRegion>, at time: Timestamp) -> RegionRefusal? {
        let requests = regions.compactMap { RegionRequest($0, largest: phone.maximumRegionRadiusMeters) }
        guard !requests.isEmpty else { return nil }
        do {
            try phone.addRegions(requests)
            return nil
        } catch {
            switch MonitoredGeofences.Refusal(error) {
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
            case .overLimit, .unavailable, nil:
                return RegionRefusal(regions: regions, error: error)
            }
        }
    }

    private func refused(_ regions: [TrackedRegion], _ error: PhoneError, at time: Timestamp) {
        log(.warning, "\(regions.count) regions are not monitored: \(error)", at: time)
        if error.code == .requestTooFrequent {
            session.withLock { $0.deferredRegions += regions }
            return phone.setTimer(named: TimerName.regions, at: time.advanced(bySeconds: Self.patienceSeconds))
        }
        guard let refusal = MonitoredGeofences.Refusal(error) else { return }
        process(.regionsRefused(regions.map(\.id), refusal), at: time)
    }

    /// Handles a monitoring failure of one region, or of all if `id` is `nil`.
    func regionFailed(_ id: RegionID?, _ error: PhoneError, at time: Timestamp) {
        log(.warning, "the region \(id?.text ?? "of every geofence") is not monitored: \(error)", at: time)
        guard let refusal = MonitoredGeofences.Refusal(error) else { return }
        if let id {
            if id.text == TrackedRegion.stationaryID { return session.withLock { $0.stationaryPlace = nil } }
            // Refusals of one moment arrive one by one: that of a region that is monitored by now is obsolete.
            guard phone.monitoredRegions?.contains(id) != true else { return }
            return process(.regionsRefused([id.text], refusal), at: time)
        }
        let platform = phone.platform
        let names = session.withLock { session in
            session.tracking.geofences.active.map { TrackedRegion.id(of: $0, on: platform) }
                + (session.tracking.geofences.helper.map { [$0.id] } ?? [])
        }
        if !names.isEmpty { process(.regionsRefused(names, refusal), at: time) }
    }

    /// Sets or removes the stationary region, of which the exit ends a stop.
    func setStationaryRegion(_ region: DesiredPhoneState.StationaryRegion?, at time: Timestamp) {
        let place = region.map { StationaryPlace(center: $0.center, radiusMeters: $0.radiusMeters) }
        let old = session.withLock { session in
            defer { session.stationaryPlace = place }
            return session.stationaryPlace
        }
        guard place != old, let id = try? RegionID(TrackedRegion.stationaryID) else { return }
        // Android would keep the state of the old region.
        if region == nil || phone.platform == .android { phone.removeRegions([id]) }
        guard let region else { return }
        let request = RegionRequest(
            id: id,
            shape: .circle(
                center: region.center,
                radiusMeters: min(region.radiusMeters, phone.maximumRegionRadiusMeters ?? .infinity)
            ),
            notifies: .exit,
            initialTrigger: .exit
        )
        do {
            try phone.addRegions([request])
        } catch {
            log(.warning, "the stationary geofence is not monitored: \(error)", at: time)
        }
    }
}

/// The circle around the place where the phone stopped.
struct StationaryPlace: Hashable, Sendable {
    let center: Coordinate
    let radiusMeters: Double
}

extension RegionRequest {
    /// Creates the phone's request for a geofence; `nil` for a name that no region can have.
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

extension MonitoredGeofences.Refusal {
    /// Creates the geofences' refusal of the phone's error; `nil` for a temporary one.
    fileprivate init?(_ error: PhoneError) {
        switch error.code {
        case .tooManyGeofences, .regionMonitoringFailure: self = .overLimit
        case .invalidRequest: self = .unfit
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable, .tooManyPendingIntents, .manifestIncomplete:
            self = .unavailable
        case .requestTooFrequent, .regionMonitoringSetupDelayed: return nil
        }
    }
}
