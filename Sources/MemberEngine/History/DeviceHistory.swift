package import VisitModel

/// The recorded past of one device, as of its last commit.
///
/// It is read where an input is late, repeats another one, or belongs to an hour that has begun. Most inputs need none
/// of it, so it is asked for on demand, and its keeper decides how it is kept. Each method throws the keeper's
/// errors.
package protocol DeviceHistory {
    /// Returns the chunks of inputs that overlap a time span, in chronological order.
    ///
    /// The span includes `end`, and `nil` stands for no end. The first and last chunks may also hold inputs outside the
    /// span. Pending inputs are not among them.
    func chunks(from start: Timestamp, to end: Timestamp?) throws -> [FixChunk]

    /// The time from which the inputs are complete: the end of the last removed hour, `nil` where none was removed.
    func completeFrom() throws -> Timestamp?

    /// Returns the newest checkpoint at or before a time.
    func checkpoint(atOrBefore time: Timestamp) throws -> Checkpoint?

    /// Returns the oldest checkpoint at or after a time.
    func checkpoint(atOrAfter time: Timestamp) throws -> Checkpoint?

    /// Returns the recorded stays that last changed at or after a time, ordered by that change.
    func stays(touchedFrom time: Timestamp) throws -> [StoredStay]
}

/// The recorded stays and visits of one member, as of the last commit of any of the member's devices.
///
/// They are read where a stay of one device may belong to a visit that another device, or an earlier evaluation,
/// opened. Each method throws the keeper's errors.
package protocol MemberHistory {
    /// Returns the stays of all devices of the member that overlap a time span, ordered by entry.
    ///
    /// An open stay has no end and overlaps every later span.
    func stays(overlapping span: ClosedRange<Timestamp>) throws -> [(device: DeviceID, stay: StoredStay)]

    /// Returns the visits of the member that overlap a time span, withdrawn and declined ones included, ordered by
    /// entry.
    ///
    /// An open visit has no end and overlaps every later span.
    func visits(overlapping span: ClosedRange<Timestamp>) throws -> [Visit]
}
