public import VisitModel

/// Everything that is kept of a member, to be handed to the person.
///
/// Of what the engine derives for itself, its states, only what says more of a person than the fixes, stays and visits do is
/// for the person: where the nights are spent.
public struct MemberExport: Sendable {
    /// The person and their list.
    public let member: StoredMember
    /// Their phones, with what each sent.
    public let devices: [DeviceExport]
    /// Their visits, withdrawn and declined ones too, by entry.
    public let visits: [Visit]
    /// What people said about those visits.
    public let reviews: [VisitID: VisitReview]
    /// Records of theirs that could not be used.
    public let quarantined: [QuarantinedRecord]
    /// What other systems were told of their visits and phones.
    public let messages: [MessageExport]
    /// Access tokens bound to them or one of their phones, without digests.
    public let tokens: [AccessTokenRecord]

    /// What is kept of a phone.
    public struct DeviceExport: Sendable {
        /// The phone.
        public let device: StoredDevice
        /// Its raw fixes, packed as the engine's side packed them, in the order of time.
        public let chunks: [FixChunk]
        /// What happened between it and its geofences.
        public let events: [GeofenceEvent]
        /// What it saw of stays, by entry.
        public let stays: [StoredStay]
        /// The facilities it was told to watch, where it is told by answers to what it sends.
        public let toldFences: [FacilityID]
        /// Its state, which knows where the nights are spent; `nil` before the first.
        public let state: StoredDeviceState?
    }

    /// A message to other systems.
    public struct MessageExport: Hashable, Sendable {
        /// Its name.
        public let id: MessageID
        /// What kind of thing it tells.
        public let type: MessageType
        /// When what it tells happened.
        public let occurredAt: Timestamp
        /// When it was queued.
        public let queuedAt: Timestamp
        /// Its bytes, as whoever is told where the phone was gets them.
        public let body: [UInt8]
    }
}
