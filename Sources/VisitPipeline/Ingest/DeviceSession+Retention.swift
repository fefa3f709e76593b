internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

extension DeviceSession {
    /// The earliest time from which a device's history can be lived through again, once some of its fixes were deleted.
    ///
    /// To go back further would replace what was told by what the remaining fixes make of it, which is less or nothing.
    ///
    /// - Returns: `nil` where all fixes are there.
    func reach(_ store: VisitStore) throws -> Timestamp? {
        if isOutdated {
            let start = try Self.rebuildStart(of: key, store)
            return start == FenceVersion.beginningOfTime ? nil : start
        }
        guard let first = try store.fixesFrom(key) else { return nil }
        // Only a state that holds every fix that was deleted can be gone on from.
        let before = Timestamp(milliseconds: first.milliseconds - 1)
        guard let checkpoint = try store.checkpoint(key, atOrAfter: before) else {
            return timeline.lastInput.map { $0.time.advanced(bySeconds: 0.001) } ?? first
        }
        return Timestamp(milliseconds: checkpoint.at.milliseconds + 1)
    }

    /// Where a device's history begins to be made anew where its saved states can't be read.
    ///
    /// The beginning of time where all fixes are there; otherwise the end of what was deleted, or of a stay that reaches over
    /// it: half of its fixes would make another stay of it.
    static func rebuildStart(of key: DeviceKey, _ store: VisitStore) throws -> Timestamp {
        guard var start = try store.fixesFrom(key) else { return FenceVersion.beginningOfTime }
        for stay in try store.stays(key, touchedFrom: start)
        where stay.enteredAt < start && stay.exitedAt != nil && stay.touchedAt >= start {
            start = Timestamp(milliseconds: stay.touchedAt.milliseconds + 1)
        }
        return start
    }

    /// Makes sure that no fix was deleted while its device's history was read.
    func checkHistory(from start: Timestamp, _ store: VisitStore) throws {
        guard let first = try store.fixesFrom(key), first > start else { return }
        throw VisitPipelineError(
            .unusableInput,
            "fixes of `\(timeline.device.id)` from before \(first) were deleted for their age while late ones were taken in; "
                + "send the late ones again"
        )
    }
}
