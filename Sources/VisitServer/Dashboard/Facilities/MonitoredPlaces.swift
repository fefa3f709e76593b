internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Which facilities' geofences were delivered to phones: looked up for the phones heard of last, and again after some
/// seconds.
final class MonitoredPlaces: Sendable {
    /// How many phones are looked at.
    static let deviceLimit = 200
    /// For how long an answer holds, in seconds.
    private static let lifeSeconds = 10.0

    private let last = Mutex<(at: Timestamp, count: [FacilityID: Int])?>(nil)

    init() {}

    /// To how many of those phones each facility's geofence was delivered.
    ///
    /// - Parameters:
    ///   - store: knows which phones were heard of last.
    ///   - pipeline: knows what was delivered to them.
    ///   - now: the time.
    /// - Returns: a number for each facility that was delivered to one.
    /// - Throws: `VisitStoreError`.
    func watchers(_ store: VisitStore, _ pipeline: VisitPipeline, at now: Timestamp) throws -> [FacilityID: Int] {
        if let last = last.withLock({ $0 }), abs(last.at.seconds(to: now)) < Self.lifeSeconds { return last.count }
        var count: [FacilityID: Int] = [:]
        for stored in try store.latestDevices(limit: Self.deviceLimit) {
            // One phone whose record can't be read must not take the page of all others away.
            let delivered = (try? pipeline.deliveredGeofences(of: stored.device.id)) ?? []
            for facility in delivered { count[facility, default: 0] += 1 }
        }
        last.withLock { [count] in $0 = (now, count) }
        return count
    }
}
