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

/// The environment of an access token, equivalent to Radar's test and live publishable keys.
///
/// The raw value is stored and published; its meaning never changes.
public enum ProjectEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Real members.
    case live
    /// Test devices and trial runs.
    case test
}
