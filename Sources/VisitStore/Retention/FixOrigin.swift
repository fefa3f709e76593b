/// The origin of the raw fixes of an hour, which determines how long they are kept.
///
/// An hour with both live and replayed fixes is live.
package enum FixOrigin: String, Hashable, Sendable, CaseIterable {
    /// Sent by a phone.
    case live
    /// Read from files.
    case replayed
    /// The fixes of visits, kept after the hour's retention period ended; they are displayed and never evaluated again.
    case evidence
}
