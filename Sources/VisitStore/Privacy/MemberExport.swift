public import VisitModel

/// Everything stored about a member, for a subject access request.
///
/// Of the engine's internal state, only one part says more about a person than the fixes, stays and visits do: where
/// the nights are spent.
public struct MemberExport: Sendable {
    /// The member and the list of facilities.
    public let member: StoredMember
    /// The member's phones, with the data of each.
    public let devices: [DeviceExport]
    /// The member's visits, including withdrawn and declined ones, ordered by entry.
    public let visits: [Visit]
    /// The review decisions on those visits.
    public let reviews: [VisitID: VisitReview]
    /// The member's quarantined records.
    public let quarantined: [QuarantinedRecord]
    /// The webhook messages about the member's visits and phones.
    public let messages: [MessageExport]
    /// Access tokens bound to the member or one of the phones, without digests.
    public let tokens: [AccessTokenRecord]

    /// The data stored about a phone.
    public struct DeviceExport: Sendable {
        /// The phone.
        public let device: StoredDevice
        /// The phone's raw fixes as packed by the engine, in chronological order; the pending ones follow.
        public let chunks: [FixChunk]
        /// The phone's events.
        public let events: [GeofenceEvent]
        /// The phone's stays, ordered by entry.
        public let stays: [StoredStay]
        /// The facilities assigned for monitoring, for a phone that receives them in the responses to its requests.
        public let toldFences: [FacilityID]
        /// The phone's state, which contains where the nights are spent; `nil` before the first.
        public let state: StoredDeviceState?
    }

    /// A webhook message.
    public struct MessageExport: Hashable, Sendable {
        /// The message's id.
        public let id: MessageID
        /// The message's type.
        public let type: MessageType
        /// When the reported event happened.
        public let occurredAt: Timestamp
        /// When the message was queued.
        public let queuedAt: Timestamp
        /// The body, with the location where one was composed.
        public let body: [UInt8]
    }
}
