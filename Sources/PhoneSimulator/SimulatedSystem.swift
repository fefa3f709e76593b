internal import PhoneOS
internal import VisitModel

/// The operating system of a simulated phone, as an app sees it.
struct SimulatedSystem: PhoneOS {
    let simulator: PhoneSimulator

    var platform: Platform { ask { $0.profile.platform } }
    var version: OSVersion { ask { $0.profile.version } }
    func now() -> Timestamp { ask { $0.now } }
    var bootTime: Timestamp { ask { $0.system.bootTime } }
    var timeZone: TimeZoneName { ask { $0.system.timeZone } }
    var appState: AppState { ask { $0.appState } }
    var manifest: AppManifest { ask { $0.app.manifest } }
    func setSignalHandler(_ handler: (@Sendable (PhoneSignal, Timestamp) -> Void)?) {
        simulator.setSignalHandler(handler)
    }

    private func ask<Answer: Sendable, Failure: Error>(
        _ body: (inout SimulatedPhone) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try simulator.withPhone(body)
    }

    func status(of permission: Permission) -> PermissionStatus { ask { $0.status(of: permission) } }
    func canPrompt(for permission: Permission) -> Bool { ask { $0.canPrompt(for: permission) } }
    var locationPrecision: LocationPrecision { ask { $0.app.precision } }
    func request(_ permission: Permission) async throws -> PermissionStatus {
        try ask { (phone) throws(PhoneError) in try phone.request(permission) }
    }
    func openAppSettings() async { ask { $0.noteSettingsOpened() } }

    var isLocationServiceOn: Bool { ask { $0.system.isLocationOn } }
    func startLocationUpdates(_ request: LocationRequest) { ask { $0.setLocationUpdates(request) } }
    func stopLocationUpdates() { ask { $0.setLocationUpdates(nil) } }
    func requestSingleFix(_ accuracy: DesiredAccuracy) { ask { $0.requestSingleFix(accuracy) } }
    func startSignificantChanges() { ask { $0.setSignificantChanges(true) } }
    func stopSignificantChanges() { ask { $0.setSignificantChanges(false) } }
    func startVisits() { ask { $0.setVisits(true) } }
    func stopVisits() { ask { $0.setVisits(false) } }
    var hasMotionHardware: Bool { ask { $0.system.hasMotionHardware } }
    func startActivityUpdates(every interval: Duration) { ask { $0.setActivityUpdates(every: interval) } }
    func stopActivityUpdates() { ask { $0.setActivityUpdates(every: nil) } }

    var powerState: PowerState { ask { $0.powerState } }
    var connectivity: Connectivity { ask { $0.system.connectivity } }
    var playServices: PlayServices { ask { $0.system.playServices } }
    func startForegroundService(_ notification: ServiceNotification) {
        ask { $0.startForegroundService(notification) }
    }
    func stopForegroundService() { ask { $0.setForegroundService(false) } }
    var isForegroundServiceRunning: Bool { ask { $0.app.hasForegroundService } }
    var isExemptFromBatteryOptimization: Bool { ask { $0.app.isExempt } }
    func beginBackgroundTask(named name: String) { ask { $0.beginBackgroundTask(name) } }
    func endBackgroundTask(named name: String) { ask { $0.endBackgroundTask(name) } }
    func setPreventsSuspension(_ isOn: Bool) { ask { $0.setPreventsSuspension(isOn) } }

    func setTimer(named name: String, at time: Timestamp) { ask { $0.setTimer(name, at: time) } }
    func cancelTimer(named name: String) { ask { $0.setTimer(name, at: nil) } }
    func setAlarm(named name: String, at time: Timestamp, exact isExact: Bool) {
        ask { $0.setAlarm(name, at: time, exact: isExact) }
    }
    func cancelAlarm(named name: String) { ask { $0.setAlarm(name, at: nil) } }

    func createNotificationChannel(id: String, name: String) {
        ask { $0.createNotificationChannel(id: id) }
    }
    func post(_ notice: Notice, channel: String) throws(PhoneError) {
        try ask { (phone) throws(PhoneError) in try phone.post(notice, channel: channel) }
    }
    func stored(_ name: String) -> [UInt8]? { ask { $0.stored(name) } }
    func store(_ bytes: [UInt8]?, as name: String) { ask { $0.store(bytes, as: name) } }

    var isRegionMonitoringAvailable: Bool { ask { $0.system.isRegionMonitoringAvailable } }
    var maximumRegionRadiusMeters: Double? { ask { $0.maximumRegionRadiusMeters } }
    func addRegions(_ regions: [RegionRequest]) throws(PhoneError) {
        try ask { (phone) throws(PhoneError) in try phone.addRegions(regions) }
    }
    func removeRegions(_ ids: [RegionID]) { ask { $0.removeRegions(ids) } }
    func removeAllRegions() { ask { $0.removeAllRegions() } }
    var monitoredRegions: [RegionID]? {
        ask { $0.profile.platform == .ios ? $0.watchedRegions : nil }
    }
    func requestState(of id: RegionID) { ask { $0.requestState(of: id) } }
}
