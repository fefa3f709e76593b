public import VisitModel

/// The fences that a phone was told to keep, where it is told by the answers to what it sends.
public struct PhoneFences: Hashable, Sendable {
    /// What it was told to keep, in the order given.
    public var told: [FacilityKey]
    /// What it keeps for certain: the answer before was followed by something new.
    public var confirmed: [FacilityKey]
    /// When this was written.
    public var changedAt: Timestamp

    /// Makes a note of fences.
    ///
    /// - Parameters:
    ///   - told: what the phone was told to keep.
    ///   - confirmed: what it keeps for certain.
    ///   - changedAt: now.
    public init(told: [FacilityKey], confirmed: [FacilityKey], changedAt: Timestamp) {
        self.told = told
        self.confirmed = confirmed
        self.changedAt = changedAt
    }
}
