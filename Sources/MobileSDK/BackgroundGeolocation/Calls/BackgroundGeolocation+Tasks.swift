internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension BackgroundGeolocation {
    /// Begins a background task that the app wants to complete before iOS suspends it; has no effect on Android.
    ///
    /// iOS allows some 30 seconds. If too little of them is left, the task is not begun, because it would cost the
    /// process. It ends with `stopBackgroundTask`, or shortly before the time is over. Transistor, BGGeo, "Overview".
    ///
    /// - Returns: the task's number.
    public func startBackgroundTask() -> Int {
        lane.withLock {
            begin(.user)
            let id = session.withLock { $0.number() }
            beginTask(TaskName.own(id), at: phone.now())
            return id
        }
    }

    /// Ends a background task of the app.
    ///
    /// - Parameter id: the task's number; one that has ended is ignored.
    public func stopBackgroundTask(_ id: Int) {
        lane.withLock { endTask(TaskName.own(id)) }
    }
}
