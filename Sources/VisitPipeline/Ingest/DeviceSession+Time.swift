internal import VisitModel

extension DeviceSession {
    /// Whether letting time pass would tell anything: only then is `.passed(at:)` worth storing.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - context: the world outside the device.
    /// - Returns: whether a stay has fallen silent, an entry is to be told, or a fence is no longer what was entered.
    func wouldChange(at time: Timestamp, _ context: TimelineContext) -> Bool {
        timeline.wouldChange(at: time, context)
    }
}
