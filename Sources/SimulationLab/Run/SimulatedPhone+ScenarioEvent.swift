internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

extension SimulatedPhone {
    /// Applies an event to the phone; calls of the app are not handled here.
    mutating func happen(_ happening: ScenarioEvent) {
        switch happening {
        case .reboot: reboot()
        case .unlock: unlock()
        case .updateApp: updateApp()
        case .reinstallApp: reinstallApp()
        case .uninstallApp: uninstallApp()
        case .clearAppData: clearAppData()
        case .clearPlayData: clearPlayData()
        case .killApp: killApp()
        case .swipeAwayApp: swipeAwayApp()
        case .forceQuitApp: forceQuitApp()
        case .openApp: openApp()
        case .leaveApp: leaveApp()
        case .startMonitoring, .stopMonitoring, .startSchedule, .stopSchedule, .server: break
        case .locationServices(let isOn): setLocationServices(on: isOn)
        case .permission(let permission, let status): setPermission(permission, status)
        case .precision(let precision): setPrecision(precision)
        case .playServices(let services): setPlayServices(services)
        case .foreignRegions(let count): setForeignRegions(count)
        case .connectivity(let connectivity): setConnectivity(connectivity)
        case .reception(let best): setReception(best)
        case .position(let meters, let bearing, let accuracy):
            showPosition(offMeters: meters, bearingDegrees: bearing, accuracyMeters: accuracy)
        case .timeZone(let zone): setTimeZone(zone)
        case .doze(let isDozing): changePower { $0.isDozing = isDozing }
        case .charger(let isCharging): changePower { $0.isCharging = isCharging }
        case .screen(let isOn): changePower { $0.isScreenOn = isOn }
        case .powerSaving(let isSaving): changePower { $0.isPowerSaving = isSaving }
        case .battery(let level): changePower { $0.batteryLevel = level }
        case .batteryExemption(let isExempt): setBatteryExemption(isExempt)
        case .foregroundService(let isRunning): setForegroundService(isRunning)
        case .regionMonitoring(let isAvailable): setRegionMonitoringAvailable(isAvailable)
        }
    }
}
