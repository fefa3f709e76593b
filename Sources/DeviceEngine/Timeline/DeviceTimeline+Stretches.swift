internal import VisitModel

extension DeviceTimeline {
    /// The time between two checkpoints, in milliseconds: 6 hours.
    ///
    /// A late input is evaluated from the checkpoint before it, so this bounds the repeated work. A state is a few
    /// hundred bytes, and ten of them span the horizon.
    static let stretchMilliseconds: Int64 = 6 * 3_600_000

    /// The end of the checkpoint interval before the one of a time: a checkpoint there covers every input before the
    /// interval.
    static func boundary(before time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % stretchMilliseconds
        let start = time.milliseconds - (remainder < 0 ? remainder + stretchMilliseconds : remainder)
        return Timestamp(milliseconds: start - 1)
    }

    /// Saves a checkpoint when an input begins a new interval.
    ///
    /// The boundaries depend on the inputs' own time, so the same inputs save the same checkpoints however they are
    /// batched.
    func leaveStretch(before time: Timestamp, into journal: inout TimelineJournal) {
        guard let lastInput else { return }
        let boundary = Self.boundary(before: time)
        if lastInput.time <= boundary {
            journal.saveCheckpoint(at: boundary, encoded())
        }
    }
}
