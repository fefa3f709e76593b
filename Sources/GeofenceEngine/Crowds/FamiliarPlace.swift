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

    fileprivate mutating func add(probability: Double, endedAt time: Timestamp) {
        visitsInHundredths += Int((probability * 100).rounded())
        lastAt = max(lastAt, time)
    }

    /// The expected number of earlier visits.
    public var visits: Double { Double(visitsInHundredths) / 100 }

    /// The most places of a device; of more, those that were visited last are kept.
    fileprivate static let limit = 64
}

extension VisitBuilder {
    /// The expected number of earlier visits to a fence with neighbours; 0 for another one.
    func earlierVisits(to fence: Fence) -> Double {
        familiarPlaces.first { $0.key == fence.key }?.visits ?? 0
    }

    /// Adds an ended stay to the earlier visits, with the probability that it was one and not a stay next door.
    ///
    /// Only the stay's own path is used, and all its neighbours: which other stays are open then depends on when the
    /// clock was advanced. Ignored where its fence has no neighbours.
    package mutating func recordVisit(_ stay: Stay, catalog: FenceCatalog) {
        // A presumed stay that lapsed is not among the recent ones.
        guard let path = stay.proof.path, let end = stay.exitedAt, let fence = catalog[stay.key],
            recent.contains(where: { $0.stay.id == stay.id })
        else { return }
        let crowd = VisitCrowd(path, at: [fence] + catalog.neighbors(of: fence))
        guard let attribution = crowd.attribution(to: stay.key, from: stay.enteredAt, to: end),
            attribution.seconds >= Double(stay.thresholdSeconds), attribution.share >= 0.01
        else { return }
        if let index = familiarPlaces.firstIndex(where: { $0.key == stay.key }) {
            familiarPlaces[index].add(probability: attribution.share, endedAt: end)
        } else {
            var place = FamiliarPlace(key: stay.key, visitsInHundredths: 0, lastAt: end)
            place.add(probability: attribution.share, endedAt: end)
            familiarPlaces.append(place)
        }
        if familiarPlaces.count > FamiliarPlace.limit {
            familiarPlaces.sort { ($1.lastAt, $0.key) < ($0.lastAt, $1.key) }
            familiarPlaces.removeLast(familiarPlaces.count - FamiliarPlace.limit)
        }
        familiarPlaces.sort { $0.key < $1.key }
    }
}
