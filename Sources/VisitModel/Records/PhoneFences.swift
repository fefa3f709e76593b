/// The geofences assigned to a phone that receives them in the responses to its requests.
package struct PhoneFences: Hashable, Sendable {
    /// In the order in which they were delivered.
    package var delivered: [FacilityKey]
    /// The delivered geofences that the phone acknowledged by sending something new after the response with them.
    package var confirmed: [FacilityKey]
    /// The geofences that the phone was instructed to remove and may still monitor.
    package var doubtful: [FacilityKey]
    package var changedAt: Timestamp

    package init(delivered: [FacilityKey], confirmed: [FacilityKey], doubtful: [FacilityKey] = [], changedAt: Timestamp)
    {
        self.delivered = delivered
        self.confirmed = confirmed
        self.doubtful = doubtful
        self.changedAt = changedAt
    }
}
