internal import TrackingModel

/// Something about an entry of a schedule that may not be what its author meant.
///
/// The schedule works all the same.
public struct ScheduleRemark: Hashable, Sendable {
    /// What kind of thing is remarkable; stable, for programs.
    public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
        /// Hours that run overnight for more than half a day, as `18:00-12:00` does, where midnight (`00:00`) or an evening
        /// hour may have been meant. Transistor's own example of it is described as ending at midnight.
        case longOvernight = "long_overnight"
        /// An entry that holds once, and whose time is over: it is ignored.
        case expired
        /// An entry that holds once, at a time that clocks skip: it never holds.
        case skipped
        /// An entry that stands in the list a second time.
        case duplicate
        /// An entry that changes nothing, for another one holds whenever it does.
        case hidden
        /// An entry that shares time with another one of the other mode.
        case overlap
    }

    /// What kind of thing is remarkable.
    public let code: Code
    /// Which entry it is about: its place in the list, from 0.
    public let index: Int
    /// The sentence for a person; it names the entry.
    public let message: String

    /// Makes a remark.
    ///
    /// - Parameters:
    ///   - code: what kind of thing is remarkable.
    ///   - index: the entry's place in the list, from 0.
    ///   - message: the sentence, without a final full stop.
    public init(_ code: Code, index: Int, _ message: String) {
        self.code = code
        self.index = index
        self.message = message
    }
}
