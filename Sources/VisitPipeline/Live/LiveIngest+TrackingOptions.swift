internal import RadarEngine
internal import Interchange
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Loads tracking options that were set or deleted, by this or another process, and sends them from now on.
    ///
    /// It reads one number where nothing has changed.
    ///
    /// - Returns: whether anything had changed.
    /// - Throws: `StorageError`; the previous options then stay in use.
    @discardableResult
    package func refreshTrackingOptions() throws -> Bool {
        let known = handout.withLock { $0.revision }
        guard try store.trackingOptionsRevision() != known else { return false }
        let new = try Self.handout(of: store)
        return handout.withLock { current in
            // Another thread may have read later and finished first.
            guard new.revision > current.revision else { return false }
            current = new
            return true
        }
    }

    /// The stored tracking options that can't be used; phones get none in their place.
    package var damagedTrackingOptions: [TrackingOptionsSlot] { handout.withLock { $0.damaged } }

    /// Reads the current tracking options.
    static func handout(of store: VisitStore) throws -> TrackingOptionsResolver {
        // The revision is read first: a concurrent change is then detected later.
        let revision = try store.trackingOptionsRevision()
        return TrackingOptionsResolver(try TrackingOptionsRegistry(store: store).slots(), revision: revision)
    }

    /// The tracking options for the phone that sent a request; `nil` to leave them to the app.
    ///
    /// Only Radar's SDK accepts options, and a request for several phones has no single recipient.
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
