public import VisitModel

/// The fences that a phone was told to keep, where it is told by the answers to what it sends.
public struct PhoneFences: Hashable, Sendable {
    /// What it was told to keep, in the order given.
    public var told: [FacilityKey]
    /// What of it is kept for certain: the answer before was followed by something new.
    public var confirmed: [FacilityKey]
    /// What it was told to remove, and may still keep.
    public var doubtful: [FacilityKey]
    /// When this was written.
    public var changedAt: Timestamp

    /// Makes a note of fences.
    ///
    /// - Parameters:
    ///   - told: what the phone was told to keep.
    ///   - confirmed: what of it is kept for certain.
    ///   - doubtful: what it was told to remove, and may still keep.
    ///   - changedAt: now.
    public init(told: [FacilityKey], confirmed: [FacilityKey], doubtful: [FacilityKey] = [], changedAt: Timestamp) {
        self.told = told
        self.confirmed = confirmed
        self.doubtful = doubtful
        self.changedAt = changedAt
    }
}
