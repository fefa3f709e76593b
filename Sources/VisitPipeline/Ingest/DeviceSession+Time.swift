internal import DeviceEngine
internal import VisitModel

extension DeviceSession {
    /// Whether advancing the clock would record anything, so that `.passed(at:)` is worth storing.
    ///
    /// - Parameters:
    ///   - time: now.
    ///   - context: the environment of the device.
    /// - Returns: whether a stay has timed out, an entry is due, or the fence of a stay has changed.
    func wouldChange(at time: Timestamp, _ context: TimelineContext) -> Bool {
        timeline.wouldChange(at: time, context)
    }
}
