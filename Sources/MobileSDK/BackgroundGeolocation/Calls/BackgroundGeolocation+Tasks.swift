internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension BackgroundGeolocation {
    /// Begins something that the app wants to finish before iOS suspends it; nothing on Android, where processes run.
    ///
    /// iOS gives some 30 seconds; where too little is left of them, the task is not begun, because it would cost the process. It
    /// ends with `stopBackgroundTask`, or shortly before the time is over. Transistor, BGGeo, "Overview".
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

    /// Ends a task that the app began.
    ///
    /// - Parameter id: its number; one that has ended is ignored.
    public func stopBackgroundTask(_ id: Int) {
        lane.withLock { endTask(TaskName.own(id)) }
    }
}
