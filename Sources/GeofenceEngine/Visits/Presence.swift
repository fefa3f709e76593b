internal import Foundation
public import VisitModel

/// The one place at which a member is now, as far as is known.
public struct Presence: Hashable, Sendable {
    /// The member.
    public let member: MemberID
    /// The facility.
    public let facility: FacilityID
    /// The visit in progress.
    public let visit: VisitID
    /// When the member entered.
    public let since: Timestamp
    /// The probability that the member is there, and not at another place or elsewhere, 0...1 in hundredths.
    ///
    /// Of a visit that has lasted for its threshold it is that of the visit. Before, it is the share of the place among
    /// those that the fixes fit: 1 where they fit no other.
    public let confidence: Double

    /// The confidence above which a member is at a place; 0.5.
    ///
    /// No two places can have more.
    public static let threshold = 0.5

    /// Decides between the visits of one member that are open; `nil` where the member is at no place, or none is clearly
    /// likelier than the others.
    ///
    /// A visit counts neither here where another one is clearly likelier (`Visit.Verdict.ambiguous`), nor where its fixes
    /// are mock fixes. Places at which different phones of the member are share the probability.
    public init?(among visits: some Sequence<Visit>) {
        let candidates = visits.filter { $0.status == .open }.compactMap { visit in
            visit.presenceShare.map { (visit: visit, share: $0) }
        }
        let total = candidates.reduce(0) { $0 + $1.share }
        let best = candidates.max {
            ($0.share, $0.visit.lastProofAt, $0.visit.id) < ($1.share, $1.visit.lastProofAt, $1.visit.id)
        }
        guard let best, best.share / max(1, total) > Self.threshold else { return nil }
        member = best.visit.member
        facility = best.visit.facility
        visit = best.visit.id
        since = best.visit.enteredAt
        confidence = (best.share / max(1, total) * 100).rounded() / 100
    }

    /// Decides for each member with an open visit.
    public static func byMember(_ visits: some Sequence<Visit>) -> [MemberID: Presence] {
        Dictionary(grouping: visits, by: \.member).compactMapValues { Presence(among: $0) }
    }
}

extension Visit {
    /// The probability of presence regardless of the member's other phones; `nil` where the visit is no evidence of it.
    fileprivate var presenceShare: Double? {
        switch verdict {
        case .ambiguous, .doubtful, .takenBack: return nil
        case .counted, .weakEvidence, .sameDay, .unproven: return assessment?.confidence ?? 1
        case .tooShort:
            // The confidence of a visit in progress says whether it will last, and not where it is.
            let neighbors = assessment?.reasons.first { $0.term == .neighbors }
            return min(neighbors.map { exp($0.weight) } ?? 1, 1 - (assessment?.runnerUp?.share ?? 0))
        }
    }
}
