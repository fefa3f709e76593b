package import VisitModel

/// Everything stored about a member, for a subject access request.
///
/// Of the engine's internal state, only one part says more about a person than the fixes, stays and visits do: where
/// the nights are spent.
package struct MemberExport: Sendable {
    /// The member and the list of facilities.
    package let member: StoredMember
    /// The member's phones, with the data of each.
    package let devices: [DeviceExport]
    /// The member's visits, including withdrawn and declined ones, ordered by entry.
    package let visits: [Visit]
    /// The review decisions on those visits.
    package let reviews: [VisitID: VisitReview]
    /// The member's quarantined records.
    package let quarantined: [QuarantinedRecord]
    /// The webhook messages about the member's visits and phones.
    package let messages: [MessageExport]
    /// Access tokens bound to the member or one of the phones, without digests.
    package let tokens: [AccessTokenRecord]

    /// The data stored about a phone.
    package struct DeviceExport: Sendable {
        /// The phone.
        package let device: StoredDevice
        /// The phone's raw fixes as packed by the engine, in chronological order; the pending ones follow.
        package let chunks: [FixChunk]
        /// The phone's events.
        package let events: [GeofenceEvent]
        /// The phone's stays, ordered by entry.
        package let stays: [StoredStay]
        /// The facilities assigned for monitoring, for a phone that receives them in the responses to its requests.
        package let assignedFences: [FacilityID]
        /// The phone's state, which contains where the nights are spent; `nil` before the first.
        package let state: StoredDeviceState?
    }

    /// A webhook message.
    package struct MessageExport: Hashable, Sendable {
        /// The message's id.
        package let id: MessageID
        /// The message's type.
        package let type: MessageType
        /// When the reported event happened.
        package let occurredAt: Timestamp
        /// When the message was queued.
        package let queuedAt: Timestamp
        /// The body, with the location where one was composed.
        package let body: [UInt8]
    }
}
