internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Throws if the phone or the member's list does not allow monitoring, and emits an `Error` event as well.
    func checkStart() throws {
        if let (error, code) = MonitoringObstacle.blockingStart(phone) {
            report(.failed(error), at: phone.now())
            let message =
                code == .permission
                ? "background location is not granted: request fineLocation, then backgroundLocation, before monitoring"
                : error.message
            throw MobileSDKError(code, message, cause: error)
        }
        guard try get().isEmpty else { return }
        let message = "the member has no places: add facilities before monitoring is started"
        report(.failed(PhoneError(.invalidRequest, message)), at: phone.now())
        throw MobileSDKError(.noFacilities, message)
    }

    /// Checks whether the phone's settings prevent detection, and reports it if that is new.
    func checkObstacles(at time: Timestamp) {
        let settingsError = MonitoringObstacle(on: phone)?.error
        let (isNew, actions) = state.withLock { state in
            let before = state.settingsError
            return (before != settingsError, state.found(settingsError))
        }
        guard isNew else { return }
        do {
            try remember()
        } catch {
            hub.emit(error)
        }
        for action in actions { perform(action, at: time) }
    }

    /// Requests the state of every monitored region, that is, the side of its edge that the phone is on (iOS).
    func requestStates() {
        for id in phone.monitoredRegions ?? [] { phone.requestState(of: id) }
    }

    /// Creates the channel for notifications, which must exist before any event is emitted.
    func makeNotificationChannel() {
        guard options.showsNotifications else { return }
        let channel = options.notificationChannel
        phone.createNotificationChannel(id: channel.id, name: channel.name)
    }
}
