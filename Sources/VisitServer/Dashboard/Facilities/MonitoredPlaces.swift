internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Which facilities phones watch: looked up for the phones heard of last, and again after some seconds.
///
/// What a phone watches is part of its state, which has to be read phone by phone; hence not of all.
final class MonitoredPlaces: Sendable {
    /// How many phones are looked at.
    static let deviceLimit = 200
    /// For how long an answer holds, in seconds.
    private static let lifeSeconds = 10.0

    private let last = Mutex<(at: Timestamp, count: [FacilityID: Int])?>(nil)

    init() {}

    /// How many of those phones watch each facility.
    ///
    /// - Parameters:
    ///   - store: knows which phones were heard of last.
    ///   - pipeline: knows what they watch.
    ///   - now: the time.
    /// - Returns: a number for each facility that one watches.
    /// - Throws: `VisitStoreError`.
    func watchers(_ store: VisitStore, _ pipeline: VisitPipeline, at now: Timestamp) throws -> [FacilityID: Int] {
        if let last = last.withLock({ $0 }), abs(last.at.seconds(to: now)) < Self.lifeSeconds { return last.count }
        var count: [FacilityID: Int] = [:]
        for stored in try store.latestDevices(limit: Self.deviceLimit) {
            // One phone whose state can't be read must not take the page of all others away.
            let registered = (try? pipeline.registrations(of: stored.device.id)) ?? []
            for facility in registered { count[facility, default: 0] += 1 }
        }
        last.withLock { [count] in $0 = (now, count) }
        return count
    }
}
