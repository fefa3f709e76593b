/// What the holder of an access token may do.
///
/// The raw value is stored and shown; it never changes its meaning.
public enum TokenRole: String, Hashable, Sendable, CaseIterable {
    /// Everything: reading, deciding about visits, loading facilities, changing settings.
    case admin
    /// Reading only.
    case read
    /// Sending what phones report, and nothing else; may be bound to one member or one phone.
    case ingest
}
