internal import RadarEngine
internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// The delay before temporarily refused regions are requested again, in seconds: Android limits requests per
    /// minute, and iOS may refuse what was removed a moment ago.
    static let regionPatienceSeconds = 60.0
    static let regionTimer = "footfall.radar.regions"

    func changeRegions() {
        guard state.withLock(\.regions.hasChanges) else { return }
        let now = phone.now()
        let (removals, additions) = state.withLock { state in
            state.regions.takeChanges(on: phone.platform, keepsEqual: setup.keepsEqualRegions, at: now)
        }
        if !removals.isEmpty { phone.removeRegions(removals.compactMap { try? RegionID($0) }) }
        add(additions[...])
    }

    /// Android accepts or rejects a call as a whole: halving it finds the region at fault, or how many there is room
    /// for.
    private func add(_ regions: ArraySlice<RadarRegion>) {
        guard !regions.isEmpty else { return }
        let largest = phone.maximumRegionRadiusMeters ?? .infinity
        let requests = regions.compactMap { RegionRequest($0, largestRadiusMeters: largest) }
        do {
            if !requests.isEmpty { try phone.addRegions(requests) }
        } catch {
            let isAboutSome = error.code == .tooManyGeofences || error.code == .invalidRequest
            guard isAboutSome, regions.count > 1 else {
                for region in regions { refused(region, error) }
                return
            }
            let middle = regions.startIndex + regions.count / 2
            add(regions[..<middle])
            add(regions[middle...])
        }
    }

    /// An id of `nil`: the phone no longer monitors any region.
    func regionFailed(_ id: RegionID?, _ error: PhoneError) {
        guard error.code != .regionMonitoringSetupDelayed else { return }
        guard let id else {
            state.withLock { $0.regions.loseAll() }
            return log(.error, "no region is monitored any more: \(error)")
        }
        guard let region = state.withLock({ $0.regions.known[id.text] }) else { return }
        refused(region, error)
    }

    private func refused(_ region: RadarRegion, _ error: PhoneError) {
        let isForNow = error.code != .invalidRequest
        let canRetry = state.withLock { state in
            state.regions.refuse(region, mayTakeLater: isForNow)
            return state.regions.canRetry
        }
        log(.error, "the region \(region.id) is not monitored: \(error)")
        guard canRetry else { return }
        phone.setTimer(named: Self.regionTimer, at: phone.now().advanced(bySeconds: Self.regionPatienceSeconds))
    }

    /// Requests refused regions again; `isNew` after a change of the phone's situation since the refusal.
    func retryRegions(isNew: Bool) {
        lane.withLock {
            state.withLock { $0.regions.retry(of: $0.wantedRegions, isNew: isNew) }
            act()
        }
    }

    /// Removes those of Radar's regions on iOS that tracking does not know, as after a state that could not be read.
    func removeOrphans() {
        guard let listed = phone.monitoredRegions else { return }
        let known = state.withLock(\.wantedRegions)
        let orphans = listed.filter { RadarRegion.isRadar($0.text) && !known.contains($0.text) }
        if !orphans.isEmpty { phone.removeRegions(orphans) }
    }
}

extension RadarState {
    var wantedRegions: Set<String> {
        Set(tracking.syncedFences.ids + [tracking.bubble.id].compactMap(\.self))
    }
}

extension RegionRequest {
    /// `nil` for a name that no region can have.
    init?(_ region: RadarRegion, largestRadiusMeters: Double) {
        guard let id = try? RegionID(region.id) else { return nil }
        self.init(
            id: id,
            shape: .circle(center: region.center, radiusMeters: min(region.radiusMeters, largestRadiusMeters)),
            notifies: RegionTransitions(rawValue: region.transitions.rawValue),
            initialTrigger: RegionTransitions(rawValue: region.initialTrigger.rawValue),
            loiteringDelay: region.dwellDelay
        )
    }
}
