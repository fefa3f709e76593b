internal import Interchange
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Notices that tracking options were set or taken away, here or by another process, and hands those out from now on.
    ///
    /// It reads one number where nothing has changed.
    ///
    /// - Returns: whether something had changed.
    /// - Throws: `VisitStoreError`; what was handed out before goes on to be.
    @discardableResult
    package func refreshTrackingOptions() throws -> Bool {
        let known = handout.withLock { $0.revision }
        guard try store.trackingOptionsRevision() != known else { return false }
        let new = try Self.handout(of: store)
        return handout.withLock { current in
            // Another thread may have read later and come first.
            guard new.revision > current.revision else { return false }
            current = new
            return true
        }
    }

    /// The tracking options that are stored and can't be used, so that phones get none in their place.
    package var damagedTrackingOptions: [TrackingOptionsSlot] { handout.withLock { $0.damaged } }

    /// What is handed out at present.
    static func handout(of store: VisitStore) throws -> TrackingHandout {
        // The revision first: what changes meanwhile is noticed later.
        let revision = try store.trackingOptionsRevision()
        return TrackingHandout(try TrackingOptionsBook(store: store).slots(), revision: revision)
    }

    /// How the phone that sent a request is to track; `nil` to leave it to the app.
    ///
    /// A request that speaks for several phones has nobody to tell, and only Radar's SDK takes options.
    func trackingOptions(
        for report: PhoneReport,
        of app: PhoneApp,
        in environment: ProjectEnvironment
    ) -> [UInt8]? {
        guard app == .radar, let platform = report.platform else { return nil }
        guard report.speaksOfOneDevice else { return nil }
        return handout.withLock {
            $0.document(for: RadarRemotePlan.Target(platform, environment, isOnTrip: report.isOnTrip))
        }
    }
}
