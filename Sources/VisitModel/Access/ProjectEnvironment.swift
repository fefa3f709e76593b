/// The environment of an access token, equivalent to Radar's test and live publishable keys.
///
/// The raw value is stored and published; its meaning never changes.
public enum ProjectEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Real members.
    case live
    /// Test devices and trial runs.
    case test
}
