/// One of a project's two worlds, which Radar's two publishable keys stand for and here access tokens do.
///
/// The raw value is stored and shown; it never changes its meaning.
public enum ProjectEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Real members.
    case live
    /// Trials.
    case test
}
