internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension BackgroundGeolocation {
    /// The delay before an unknown state of a region is requested from iOS again, in seconds; doubled each time.
    private static let patienceSeconds = 15.0
    /// The maximum number of repeated requests.
    private static let mostTimes = 6

    /// Handles an unknown state of a region on iOS.
    ///
    /// Before the first fix since a region was added its state is always unknown, and a phone inside would never be
    /// reported as entered.
    func stateIsUnknown(_ id: RegionID, at time: Timestamp) {
        let times = session.withLock { session in
            session.unknownRegions[id, default: 0] += 1
            return session.unknownRegions[id] ?? 1
        }
        guard times <= Self.mostTimes else { return }
        // A fix lets iOS determine the state, and locates an entry.
        if times == 1 { phone.requestSingleFix(.high) }
        let patience = Self.patienceSeconds * Double(1 << (times - 1))
        phone.setTimer(named: TimerName.states, at: time.advanced(bySeconds: patience))
    }

    /// Requests the states of all regions of which it was unknown.
    func requestStates() {
        let regions = session.withLock { $0.unknownRegions.filter { $0.value <= Self.mostTimes }.keys.sorted() }
        for id in regions { phone.requestState(of: id) }
    }
}
