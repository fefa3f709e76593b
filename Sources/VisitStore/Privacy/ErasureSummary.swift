/// What was erased with a member.
public struct ErasureSummary: Hashable, Sendable {
    /// Phones.
    public var devices = 0
    /// Raw fixes.
    public var fixes = 0
    /// Events.
    public var events = 0
    /// Stays, as single phones saw them.
    public var stays = 0
    /// Visits.
    public var visits = 0
    /// What people said about visits.
    public var reviews = 0
    /// Access tokens bound to the member or a phone.
    public var tokens = 0
    /// Records that could not be used.
    public var quarantined = 0
    /// Messages to other systems, with their deliveries.
    public var messages = 0

    /// Makes a summary of nothing.
    public init() {}
}
