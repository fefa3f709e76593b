/// The numbers of records erased with a member.
public struct ErasureSummary: Hashable, Sendable {
    /// Phones.
    public var devices = 0
    /// Raw fixes.
    public var fixes = 0
    /// Events.
    public var events = 0
    /// Stays, as recorded by single phones.
    public var stays = 0
    /// Visits.
    public var visits = 0
    /// Review decisions on visits.
    public var reviews = 0
    /// Access tokens bound to the member or a phone.
    public var tokens = 0
    /// Quarantined records.
    public var quarantined = 0
    /// Webhook messages, with their deliveries.
    public var messages = 0

    /// Creates an empty summary.
    public init() {}
}
