internal import VisitModel

extension DeviceTimeline {
    /// How much time lies between two saved states, in milliseconds: 6 hours.
    ///
    /// Late input is evaluated anew from the saved state before it, so this bounds what is done twice; a state is a few
    /// hundred bytes, and ten of them span the horizon.
    static let stretchMilliseconds: Int64 = 6 * 3_600_000

    /// The end of the stretch before the one that a time is in: a state saved there holds every input before the stretch.
    static func boundary(before time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % stretchMilliseconds
        let start = time.milliseconds - (remainder < 0 ? remainder + stretchMilliseconds : remainder)
        return Timestamp(milliseconds: start - 1)
    }

    /// Saves the state when an input begins a new stretch.
    ///
    /// The boundaries lie in the inputs' own time, so the same inputs save the same states however they are batched.
    func leaveStretch(before time: Timestamp, into journal: inout TimelineJournal) {
        guard let lastInput else { return }
        let boundary = Self.boundary(before: time)
        if lastInput.time <= boundary {
            journal.saveCheckpoint(at: boundary, encoded())
        }
    }
}
