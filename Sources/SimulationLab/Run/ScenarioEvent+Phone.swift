internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

extension ScenarioEvent {
    /// Applies the event to the phone; calls of the app are not handled here.
    func apply(to phone: inout SimulatedPhone) {
        switch self {
        case .reboot: phone.reboot()
        case .unlock: phone.unlock()
        case .updateApp: phone.updateApp()
        case .reinstallApp: phone.reinstallApp()
        case .uninstallApp: phone.uninstallApp()
        case .clearAppData: phone.clearAppData()
        case .clearPlayData: phone.clearPlayData()
        case .killApp: phone.killApp()
        case .swipeAwayApp: phone.swipeAwayApp()
        case .forceQuitApp: phone.forceQuitApp()
        case .openApp: phone.openApp()
        case .leaveApp: phone.leaveApp()
        case .startMonitoring, .stopMonitoring, .startSchedule, .stopSchedule, .server: break
        case .locationServices(let isOn): phone.setLocationServices(on: isOn)
        case .permission(let permission, let status): phone.setPermission(permission, status)
        case .precision(let precision): phone.setPrecision(precision)
        case .playServices(let services): phone.setPlayServices(services)
        case .foreignRegions(let count): phone.setForeignRegions(count)
        case .connectivity(let connectivity): phone.setConnectivity(connectivity)
        case .reception(let best): phone.setReception(best)
        case .position(let meters, let bearing, let accuracy):
            phone.showPosition(offMeters: meters, bearingDegrees: bearing, accuracyMeters: accuracy)
        case .timeZone(let zone): phone.setTimeZone(zone)
        case .doze(let isDozing): phone.changePower { $0.isDozing = isDozing }
        case .charger(let isCharging): phone.changePower { $0.isCharging = isCharging }
        case .screen(let isOn): phone.changePower { $0.isScreenOn = isOn }
        case .powerSaving(let isSaving): phone.changePower { $0.isPowerSaving = isSaving }
        case .battery(let level): phone.changePower { $0.batteryLevel = level }
        case .batteryExemption(let isExempt): phone.setBatteryExemption(isExempt)
        case .foregroundService(let isRunning): phone.setForegroundService(isRunning)
        case .regionMonitoring(let isAvailable): phone.setRegionMonitoringAvailable(isAvailable)
        }
    }
}
