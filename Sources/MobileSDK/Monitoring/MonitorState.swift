internal import PhoneOS
internal import VisitModel

/// What the phone-side part knows of the phone, and what it makes of each signal.
///
/// A value: signals go in, and what is to be done comes out, so that the rules can be read and tested without a phone.
struct MonitorState: Hashable, Sendable {
    /// The phone's operating system.
    let platform: Platform
    /// Whether places are watched.
    var isActive = false
    /// What the system was asked to watch and has not refused or lost, as far as known.
    var watched: Set<RegionID> = []
    /// Whether Android may watch more than that: it can't be asked, and keeps what it was told by a process that is gone.
    var mayWatchMore = false
    /// Why nothing is watched at the moment although it should be; `nil` when it is.
    var obstacle: PhoneError?

    /// Something to be done.
    enum Action: Hashable, Sendable {
        /// Report to the recorder.
        case report(PhoneReport)
        /// Make what the system watches what it should watch.
        case reconcile
        /// Ask for one reading.
        case requestFix
    }

    init(platform: Platform) {
        self.platform = platform
    }

    /// What is to be done about a signal.
    mutating func hear(_ signal: PhoneSignal) -> [Action] {
        guard isActive else { return [] }
        switch signal {
        case .fix(let fix, _):
            return [.report(.fix(fix))]
        case .regionTransition(_, _, let fix):
            return fix.map { [.report(.fix($0))] } ?? [.requestFix]
        case .regionFailed(let id, let error):
            return failed(id, error)
        case .locationServicesChanged(let isOn):
            return isOn ? recover(from: [.geofenceNotAvailable, .locationDenied, .regionMonitoringDenied]) : []
        case .playServicesChanged(let services):
            return services == .available ? recover(from: [.playServicesUnavailable]) : lose(Self.noPlayServices)
        case .permissionChanged(_, let status):
            return status == .granted
                ? recover(from: [.insufficientLocationPermission, .regionMonitoringDenied, .locationDenied]) : []
        case .precisionChanged(let precision):
            return precision == .full ? recover(from: [.insufficientLocationPermission]) : []
        case .backgroundFetch:
            return platform == .android ? [.report(.heartbeat)] : []
        case .launched(.bootCompleted):
            return restarted(.rebooted)
        case .launched(.packageReplaced):
            return restarted(.appUpdated)
        case .launched(let reason):
            return started(reason)
        case .appStateChanged, .regionState, .visit, .activity, .powerChanged, .connectivityChanged, .timeZoneChanged:
            return []
        }
    }

    /// The system has forgotten everything with a restart or an update; the engine says what is to be watched again.
    private mutating func restarted(_ report: PhoneReport) -> [Action] {
        forgetWatched()
        obstacle = nil
        return [.report(report), .reconcile]
    }

    /// A new process asks for everything again: it does not know what was lost while none ran, and what stood in the way.
    ///
    /// Android, which can't be asked what it watches, is told to forget it all first; a fence that the process was started
    /// for is alive.
    private mutating func started(_ reason: LaunchReason) -> [Action] {
        if platform == .android, reason != .location { forgetWatched() }
        obstacle = nil
        return [.report(.registrationsRestored), .reconcile]
    }

    /// A region, or everything, is not watched.
    mutating func failed(_ id: RegionID?, _ error: PhoneError) -> [Action] {
        if let id { watched.remove(id) }
        switch error.code {
        case .regionMonitoringFailure, .tooManyGeofences:
            // How many slots there are is measured: other code in the app may have some of them.
            return [.report(.slotsMeasured(watched.count, error)), .reconcile]
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable:
            return lose(error)
        case .regionMonitoringSetupDelayed, .tooManyPendingIntents, .requestTooFrequent, .invalidRequest,
            .manifestIncomplete:
            return [.report(.failed(error))]
        }
    }

    /// Nothing is watched any more, until what stands in the way is gone.
    private mutating func lose(_ error: PhoneError) -> [Action] {
        guard obstacle == nil else { return [] }
        obstacle = error
        forgetWatched()
        return [.report(.registrationsLost(error))]
    }

    /// What the system watches is not known any more.
    private mutating func forgetWatched() {
        watched = []
        mayWatchMore = platform == .android
    }

    /// Something that may have stood in the way is gone.
    private mutating func recover(from codes: Set<PhoneError.Code>) -> [Action] {
        guard let obstacle, codes.contains(obstacle.code) else { return [] }
        return recover()
    }

    private mutating func recover() -> [Action] {
        guard obstacle != nil else { return [] }
        obstacle = nil
        return [.report(.registrationsRestored), .reconcile]
    }

    private static let noPlayServices = PhoneError(
        .playServicesUnavailable,
        "Google Play services are missing or outdated, and geofences need them: install or update them"
    )
}
