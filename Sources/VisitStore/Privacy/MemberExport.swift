package import MonthReports
package import VisitModel

/// Everything stored about a member, for a subject access request.
///
/// Of the engine's internal state, only one part says more about a person than the fixes, stays and visits do: where
/// the nights are spent.
package struct MemberExport: Sendable {
    package let member: StoredMember
    package let devices: [DeviceExport]
    /// Including withdrawn and declined visits, ordered by entry.
    package let visits: [Visit]
    package let reviews: [VisitID: VisitReview]
    /// The changes of the reviews, in order; a visit without one is missing.
    package let corrections: [VisitID: [VisitCorrection]]
    /// The member's lines in the files of closed months.
    package let monthLines: [ClosedMonthEntry<MonthLine>]
    package let payouts: [ClosedMonthEntry<PayoutLine>]
    package let quarantined: [QuarantinedRecord]
    /// About the member's visits and phones.
    package let messages: [MessageExport]
    /// Bound to the member or one of the phones, without digests.
    package let tokens: [AccessTokenRecord]
    /// Who accessed the member's data, oldest first.
    package let accesses: [AccessEntry]

    package struct DeviceExport: Sendable {
        package let device: StoredDevice
        /// As packed by the engine, in chronological order; the pending fixes follow.
        package let chunks: [FixChunk]
        package let events: [GeofenceEvent]
        /// Ordered by entry.
        package let stays: [StoredStay]
        /// For a phone that receives the geofences to monitor in the responses to its requests.
        package let assignedFences: [FacilityID]
        /// Contains where the nights are spent; `nil` before the first state.
        package let state: StoredDeviceState?
    }

    /// A line in the file of a month.
    package struct ClosedMonthEntry<Line: Sendable>: Sendable {
        package let closedMonth: Month
        package let line: Line
    }

    package struct MessageExport: Hashable, Sendable {
        package let id: MessageID
        package let type: MessageType
        /// When the reported event happened.
        package let occurredAt: Timestamp
        package let queuedAt: Timestamp
        /// With the location where one was composed.
        package let body: [UInt8]
    }
}
