/// The permissions of an access token.
///
/// The raw value is stored and published; its meaning never changes.
public enum TokenRole: String, Hashable, Sendable, CaseIterable {
    /// Everything: reading, reviewing visits, importing facilities, changing settings.
    case admin
    /// Reading only.
    case read
    /// Ingesting phones' reports, and nothing else; may be bound to one member or one phone.
    case ingest
}
