internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension BackgroundGeolocation {
    /// After how long iOS is asked again on which side of a region's edge the phone is, in seconds; doubled each time.
    private static let patienceSeconds = 15.0
    /// How often it is asked again.
    private static let mostTimes = 6

    /// iOS does not know yet on which side of a region's edge the phone is: before its first reading since the region was
    /// added it never does, and whoever is inside would not be told to have entered.
    func stateIsUnknown(_ id: RegionID, at time: Timestamp) {
        let times = session.withLock { session in
            session.unknownRegions[id, default: 0] += 1
            return session.unknownRegions[id] ?? 1
        }
        guard times <= Self.mostTimes else { return }
        // A reading lets iOS know, and says where an entry was.
        if times == 1 { phone.requestSingleFix(.high) }
        let patience = Self.patienceSeconds * Double(1 << (times - 1))
        phone.setTimer(named: TimerName.states, at: time.advanced(bySeconds: patience))
    }

    /// Asks again about every region that iOS did not know of.
    func askForStates() {
        let regions = session.withLock { $0.unknownRegions.filter { $0.value <= Self.mostTimes }.keys.sorted() }
        for id in regions { phone.requestState(of: id) }
    }
}
