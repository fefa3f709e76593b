public import VisitModel

/// The geofences assigned to a phone that receives them in the responses to its requests.
public struct PhoneFences: Hashable, Sendable {
    /// The assigned geofences, in the order in which they were delivered.
    public var told: [FacilityKey]
    /// The assigned geofences that the phone acknowledged by sending something new after the response with them.
    public var confirmed: [FacilityKey]
    /// The geofences that the phone was instructed to remove and may still monitor.
    public var doubtful: [FacilityKey]
    /// When this record was written.
    public var changedAt: Timestamp

    /// Creates a record of a phone's geofences.
    public init(told: [FacilityKey], confirmed: [FacilityKey], doubtful: [FacilityKey] = [], changedAt: Timestamp) {
        self.told = told
        self.confirmed = confirmed
        self.doubtful = doubtful
        self.changedAt = changedAt
    }
}
