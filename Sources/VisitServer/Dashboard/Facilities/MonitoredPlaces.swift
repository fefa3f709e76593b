internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A cache of the geofences delivered to the most recently active phones, by facility; it lives for some seconds.
final class MonitoredPlaces: Sendable {
    /// The number of phones that are read.
    static let deviceLimit = 200
    /// The lifetime of the cache, in seconds.
    private static let lifeSeconds = 10.0

    private let last = Mutex<(at: Timestamp, count: [FacilityID: Int])?>(nil)

    init() {}

    /// Returns the number of those phones by delivered facility.
    ///
    /// - Parameters:
    ///   - store: reads the most recently active phones.
    ///   - pipeline: reads their delivered geofences.
    ///   - now: the current time.
    /// - Returns: a number for each facility that was delivered to at least one phone.
    /// - Throws: `StorageError`.
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
