package import VisitModel

/// The geofences assigned to a phone that receives them in the responses to its requests.
package struct PhoneFences: Hashable, Sendable {
    /// The assigned geofences, in the order in which they were delivered.
    package var told: [FacilityKey]
    /// The assigned geofences that the phone acknowledged by sending something new after the response with them.
    package var confirmed: [FacilityKey]
    /// The geofences that the phone was instructed to remove and may still monitor.
    package var doubtful: [FacilityKey]
    /// When this record was written.
    package var changedAt: Timestamp

    /// Creates a record of a phone's geofences.
    package init(told: [FacilityKey], confirmed: [FacilityKey], doubtful: [FacilityKey] = [], changedAt: Timestamp) {
        self.told = told
        self.confirmed = confirmed
        self.doubtful = doubtful
        self.changedAt = changedAt
    }
}
