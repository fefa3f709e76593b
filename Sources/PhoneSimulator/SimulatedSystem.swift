internal import PhoneOS
internal import VisitModel

/// The operating system of a simulated phone, as an app sees it.
struct SimulatedSystem: PhoneOS {
    let simulator: PhoneSimulator

    var platform: Platform { query { $0.profile.platform } }
    var version: OSVersion { query { $0.profile.version } }
    func now() -> Timestamp { query { $0.now } }
    var bootTime: Timestamp { query { $0.system.bootTime } }
    var timeZone: TimeZoneName { query { $0.system.timeZone } }
    var appState: AppState { query { $0.appState } }
    var manifest: AppManifest { query { $0.app.manifest } }
    func setSignalHandler(_ handler: (@Sendable (PhoneSignal, Timestamp) -> Void)?) {
        simulator.setSignalHandler(handler)
    }

    private func query<Answer: Sendable, Failure: Error>(
        _ body: (inout SimulatedPhone) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try simulator.withPhone(body)
    }

    func status(of permission: Permission) -> PermissionStatus { query { $0.status(of: permission) } }
    func canPrompt(for permission: Permission) -> Bool { query { $0.canPrompt(for: permission) } }
    var locationPrecision: LocationPrecision { query { $0.app.precision } }
    func request(_ permission: Permission) async throws -> PermissionStatus {
        try query { (phone) throws(PhoneError) in try phone.request(permission) }
    }
    func openAppSettings() async { query { $0.recordSettingsOpened() } }

    var isLocationServiceOn: Bool { query { $0.system.isLocationOn } }
    func startLocationUpdates(_ request: LocationRequest) { query { $0.setLocationUpdates(request) } }
    func stopLocationUpdates() { query { $0.setLocationUpdates(nil) } }
    func requestSingleFix(_ accuracy: DesiredAccuracy) { query { $0.requestSingleFix(accuracy) } }
    func startSignificantChanges() { query { $0.setSignificantChanges(true) } }
    func stopSignificantChanges() { query { $0.setSignificantChanges(false) } }
    func startVisits() { query { $0.setVisits(true) } }
    func stopVisits() { query { $0.setVisits(false) } }
    var hasMotionHardware: Bool { query { $0.system.hasMotionHardware } }
    func startActivityUpdates(every interval: Duration) { query { $0.setActivityUpdates(every: interval) } }
    func stopActivityUpdates() { query { $0.setActivityUpdates(every: nil) } }

    var powerState: PowerState { query { $0.powerState } }
    var connectivity: Connectivity { query { $0.system.connectivity } }
    var playServices: PlayServices { query { $0.system.playServices } }
    func startForegroundService(_ notification: ServiceNotification) {
        query { $0.startForegroundService(notification) }
    }
    func stopForegroundService() { query { $0.setForegroundService(false) } }
    var isForegroundServiceRunning: Bool { query { $0.app.hasForegroundService } }
    var isExemptFromBatteryOptimization: Bool { query { $0.app.isExempt } }
    func beginBackgroundTask(named name: String) { query { $0.beginBackgroundTask(name) } }
    func endBackgroundTask(named name: String) { query { $0.endBackgroundTask(name) } }
    func setPreventsSuspension(_ isOn: Bool) { query { $0.setPreventsSuspension(isOn) } }

    func setTimer(named name: String, at time: Timestamp) { query { $0.setTimer(name, at: time) } }
    func cancelTimer(named name: String) { query { $0.setTimer(name, at: nil) } }
    func setAlarm(named name: String, at time: Timestamp, exact isExact: Bool) {
        query { $0.setAlarm(name, at: time, exact: isExact) }
    }
    func cancelAlarm(named name: String) { query { $0.setAlarm(name, at: nil) } }

    func createNotificationChannel(id: String, name: String) {
        query { $0.createNotificationChannel(id: id, name: name) }
    }
    func post(_ notice: Notice, channel: String) throws(PhoneError) {
        try query { (phone) throws(PhoneError) in try phone.post(notice, channel: channel) }
    }
    func stored(_ name: String) -> [UInt8]? { query { $0.stored(name) } }
    func store(_ bytes: [UInt8]?, as name: String) { query { $0.store(bytes, as: name) } }

    var isRegionMonitoringAvailable: Bool { query { $0.system.isRegionMonitoringAvailable } }
    var maximumRegionRadiusMeters: Double? { query { $0.maximumRegionRadiusMeters } }
    func addRegions(_ regions: [RegionRequest]) throws(PhoneError) {
        try query { (phone) throws(PhoneError) in try phone.addRegions(regions) }
    }
    func removeRegions(_ ids: [RegionID]) { query { $0.removeRegions(ids) } }
    func removeAllRegions() { query { $0.removeAllRegions() } }
    var monitoredRegions: [RegionID]? { query { $0.profile.platform == .ios ? $0.watchedRegions : nil } }
    func requestState(of id: RegionID) { query { $0.requestState(of: id) } }
}
