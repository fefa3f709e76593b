internal import DeviceEngine
internal import VisitModel

extension DeviceSession {
    /// The earliest time from which a device's history can be evaluated again; `nil` where no fixes were deleted.
    ///
    /// Starting earlier would replace recorded visits by the result of the remaining fixes, which is less or nothing.
    func reach(_ history: some DeviceHistory) throws -> Timestamp? {
        if isOutdated {
            let start = try Self.rebuildStart(history)
            return start == .beginningOfTime ? nil : start
        }
        guard let first = try history.completeFrom() else { return nil }
        // Evaluation can continue only from a state that covers every deleted fix.
        let before = Timestamp(milliseconds: first.milliseconds - 1)
        guard let checkpoint = try history.checkpoint(atOrAfter: before) else {
            return timeline.lastInput.map { $0.time.advanced(bySeconds: 0.001) } ?? first
        }
        return Timestamp(milliseconds: checkpoint.at.milliseconds + 1)
    }

    /// The time from which a device's history is rebuilt where its checkpoints can't be read.
    ///
    /// That is the beginning of time where no fixes were deleted. Otherwise it is the end of the deleted range, or of a
    /// stay that reaches beyond it: half of the fixes would produce another stay.
    static func rebuildStart(_ history: some DeviceHistory) throws -> Timestamp {
        guard var start = try history.completeFrom() else { return .beginningOfTime }
        for stay in try history.stays(touchedFrom: start)
        where stay.enteredAt < start && stay.exitedAt != nil && stay.touchedAt >= start {
            start = Timestamp(milliseconds: stay.touchedAt.milliseconds + 1)
        }
        return start
    }

    /// Checks that no fix was deleted while the device's history was read.
    func checkHistory(from start: Timestamp, _ history: some DeviceHistory) throws {
        guard let first = try history.completeFrom(), first > start else { return }
        throw MemberEngineError(
            .removedHistory,
            "fixes of `\(timeline.device.id)` from before \(first) were deleted for their age while late fixes were "
                + "ingested; send the late ones again"
        )
    }
}
