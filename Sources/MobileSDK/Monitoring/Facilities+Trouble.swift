internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Refuses to begin where the phone or the member's list lets nothing be watched, and lets the events say so too.
    func checkStart() throws {
        if let (error, code) = MonitoringTrouble.keepingFromStart(phone) {
            report(.failed(error), at: phone.now())
            let message =
                code == .permission
                ? "location at any time is not granted: request fineLocation, then backgroundLocation, before monitoring"
                : error.message
            throw MobileSDKError(code, message, cause: error)
        }
        guard try get().isEmpty else { return }
        let message = "the member has no places: add facilities before monitoring is started"
        report(.failed(PhoneError(.invalidRequest, message)), at: phone.now())
        throw MobileSDKError(.noFacilities, message)
    }

    /// Looks whether the phone's settings keep it silent, and tells of it where that is new.
    func lookForTrouble(at time: Timestamp) {
        let trouble = MonitoringTrouble(on: phone)?.error
        let (isNew, actions) = state.withLock { state in
            let before = state.trouble
            return (before != trouble, state.found(trouble))
        }
        guard isNew else { return }
        do {
            try remember()
        } catch {
            hub.tell(error)
        }
        for action in actions { perform(action, at: time) }
    }

    /// Asks on which side of its edge the phone is of every region that is watched (iOS).
    func requestStates() {
        for id in phone.monitoredRegions ?? [] { phone.requestState(of: id) }
    }

    /// Makes the channel that notifications go through, which has to be there before anything is told.
    func makeNotificationChannel() {
        guard options.showsNotifications else { return }
        let channel = options.notificationChannel
        phone.createNotificationChannel(id: channel.id, name: channel.name)
    }
}
