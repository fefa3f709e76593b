/// The numbers of records erased with a member.
package struct ErasureSummary: Hashable, Sendable {
    /// Phones.
    package var devices = 0
    /// Raw fixes.
    package var fixes = 0
    /// Events.
    package var events = 0
    /// Stays, as recorded by single phones.
    package var stays = 0
    /// Visits.
    package var visits = 0
    /// Review decisions on visits.
    package var reviews = 0
    /// Access tokens bound to the member or a phone.
    package var tokens = 0
    /// Quarantined records.
    package var quarantined = 0
    /// Webhook messages, with their deliveries.
    package var messages = 0

    /// Creates an empty summary.
    package init() {}
}
