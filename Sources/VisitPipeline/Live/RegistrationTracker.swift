internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The geofences delivered to a phone by the responses to its requests.
///
/// A response can be lost. The phone then repeats the same records, so a response is known to have arrived when the
/// next request repeats nothing; until then its changes are delivered again.
struct RegistrationTracker: Hashable, Sendable {
    /// The geofences that the phone keeps if every response arrived.
    private(set) var delivered: Set<FenceKey> = []
    /// The geofences that the phone is certain to keep.
    private(set) var confirmed: Set<FenceKey> = []
    /// The geofences that the phone may still keep although their removal was delivered.
    private(set) var doubtful: Set<FenceKey> = []

    /// Records that the wanted geofences are delivered, and returns the changes for the phone, by key.
    ///
    /// `isRepeat` is whether the request repeats any record.
    mutating func deliver(_ wanted: Set<FenceKey>, isRepeat: Bool) -> (added: [FenceKey], removed: [FenceKey]) {
        if !isRepeat {
            (confirmed, doubtful) = (delivered, [])
            // Most requests change nothing.
            if wanted == delivered { return ([], []) }
        }
        doubtful = delivered.union(doubtful).subtracting(wanted)
        let change = (wanted.subtracting(confirmed).sorted(), doubtful.sorted())
        confirmed.formIntersection(wanted)
        delivered = wanted
        return change
    }
}

extension RegistrationTracker {
    init(_ stored: PhoneFences) {
        self.init(
            delivered: Set(stored.delivered.compactMap { FenceKey(exactly: $0.rawValue) }),
            confirmed: Set(stored.confirmed.compactMap { FenceKey(exactly: $0.rawValue) }),
            doubtful: Set(stored.doubtful.compactMap { FenceKey(exactly: $0.rawValue) })
        )
    }
}

extension PhoneFences {
    init(_ registrations: RegistrationTracker, at time: Timestamp) {
        self.init(
            delivered: registrations.delivered.sorted().map { FacilityKey(rawValue: Int64($0.rawValue)) },
            confirmed: registrations.confirmed.sorted().map { FacilityKey(rawValue: Int64($0.rawValue)) },
            doubtful: registrations.doubtful.sorted().map { FacilityKey(rawValue: Int64($0.rawValue)) },
            changedAt: time
        )
    }
}
