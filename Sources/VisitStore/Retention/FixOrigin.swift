/// Where the raw fixes of an hour came from, which decides how long they are kept.
///
/// An hour that holds live and replayed fixes is live.
public enum FixOrigin: String, Hashable, Sendable, CaseIterable {
    /// Sent by a phone.
    case live
    /// Read from files.
    case replayed
    /// What retention left of an hour: the fixes of visits. They are shown and never evaluated again.
    case evidence
}
