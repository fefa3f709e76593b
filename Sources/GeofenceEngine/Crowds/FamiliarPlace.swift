public import VisitModel

/// The earlier visits of a device to a fence that has neighbours.
///
/// Members come back: among neighbours that the fixes can't tell apart, the one visited before is more likely. The
/// number is derived from the device's stays in order of time, so that it does not depend on the order in which fixes
/// arrive. It is kept only in the device's state, and is erased with the member.
public struct FamiliarPlace: Hashable, Sendable {
    /// The fence.
    public let key: FenceKey
    /// The sum of the probabilities that earlier stays were visits there, in hundredths.
    public private(set) var visitsInHundredths: Int
    /// The end of the last of them.
    public private(set) var lastAt: Timestamp

    /// Creates a place.
    public init(key: FenceKey, visitsInHundredths: Int, lastAt: Timestamp) {
        self.key = key
        self.visitsInHundredths = visitsInHundredths
        self.lastAt = lastAt
    }

    mutating func add(probability: Double, endedAt time: Timestamp) {
        visitsInHundredths += Int((probability * 100).rounded())
        lastAt = max(lastAt, time)
    }

    /// The expected number of earlier visits.
    public var visits: Double { Double(visitsInHundredths) / 100 }

    /// The most places of a device; of more, those that were visited last are kept.
    static let limit = 64
}
