internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A cache of the geofences delivered to the most recently active phones, by facility; it lives for some seconds.
final class MonitoredPlaces: Sendable {
    static let deviceLimit = 200
    private static let lifeSeconds = 10.0

    private let last = Mutex<(at: Timestamp, count: [FacilityID: Int])?>(nil)

    init() {}

    /// Counts those phones by delivered facility; a facility that none of them received is missing.
    func watchers(_ store: VisitStore, _ pipeline: VisitPipeline, at now: Timestamp) throws -> [FacilityID: Int] {
        if let last = last.withLock({ $0 }), abs(last.at.seconds(to: now)) < Self.lifeSeconds { return last.count }
        var count: [FacilityID: Int] = [:]
        for stored in try store.devices.latest(limit: Self.deviceLimit) {
            // One unreadable phone must not prevent the page.
            let delivered = (try? pipeline.deliveredGeofences(of: stored.device.id)) ?? []
            for facility in delivered { count[facility, default: 0] += 1 }
        }
        last.withLock { [count] in $0 = (now, count) }
        return count
    }
}
