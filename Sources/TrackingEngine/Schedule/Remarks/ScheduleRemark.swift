internal import TrackingModel
/// A remark on an entry of a schedule that may not be what its author meant.
///
/// The schedule works regardless.
package struct ScheduleRemark: Hashable, Sendable {
    /// The kind of a remark; stable, for programs.
    package enum Code: String, Hashable, Sendable, CaseIterable, Codable {
        /// Hours that run overnight for more than half a day, as `18:00-12:00` does, where midnight (`00:00`) or an
        /// evening hour may have been meant. Transistor's own example of it is described as ending at midnight.
        case longOvernight = "long_overnight"
        /// A one-time entry that is over: it is ignored.
        case expired
        /// A one-time entry at a time that clocks skip: it never applies.
        case skipped
        /// An entry that is listed a second time.
        case duplicate
        /// An entry that changes nothing, because another one applies whenever it does.
        case hidden
        /// An entry that overlaps another one of the other mode.
        case overlap
    }

    /// The kind of the remark.
    package let code: Code
    /// The index of the entry, from 0.
    package let index: Int
    /// The sentence for the user; it names the entry.
    package let message: String

    /// Creates a remark.
    ///
    /// - Parameters:
    ///   - code: the kind of the remark.
    ///   - index: the index of the entry, from 0.
    ///   - message: the sentence, without a final full stop.
    package init(_ code: Code, index: Int, _ message: String) {
        self.code = code
        self.index = index
        self.message = message
    }
}
