/// The added visits of a member that count, and what they decide about the others.
///
/// It is a function of the added visits that a person stands by, and of what was chosen with them: undoing and repeating in
/// any order gives the same. It knows no store.
package struct AddedVisits: Sendable {
    /// An added visit, and another one about which a person chose something with it.
    package struct Pair: Hashable, Sendable {
        package let added: VisitID
        package let other: VisitID

        package init(_ added: VisitID, _ other: VisitID) { (self.added, self.other) = (added, other) }
    }

    /// Those that count, the latest addition first.
    package private(set) var counting: [Visit] = []
    /// The added visits that do not count because a later one counts instead.
    package private(set) var links: [VisitID: VisitReview.Link] = [:]
    private let choices: [Pair: VisitReview.Link.Kind]

    /// `confirmed` are the added visits that a person confirms, as they are when they count, the latest addition first.
    package init(_ confirmed: [Visit], choices: [Pair: VisitReview.Link.Kind]) {
        self.choices = choices
        for visit in confirmed {
            if let link = link(of: visit, decision: nil) {
                links[visit.id] = link
            } else {
                counting.append(visit)
            }
        }
    }

    /// Returns why a visit is declined; `nil` where no added visit decides about it.
    ///
    /// `visit` is as it is without added visits, and `decision` is what a person decided about it alone: that holds against
    /// an added visit of the same stay, and not against a choice.
    package func link(of visit: Visit, decision: VisitReview.Decision?) -> VisitReview.Link? {
        for added in counting {
            let choice = choices[Pair(added.id, visit.id)]
            if let choice, choice.decision == .declined { return VisitReview.Link(choice, to: added.id) }
        }
        guard decision == nil else { return nil }
        let added = counting.first { !isKept($0.id, visit.id) && $0.isOfSameStay(as: visit) }
        return added.map { VisitReview.Link(.covered, to: $0.id) }
    }

    /// Returns a counting visit of the same stay as a counted one, where no person chose that both count.
    package func rival(of visit: Visit) -> Visit? {
        counting.first { $0.id != visit.id && !isKept($0.id, visit.id) && $0.isOfSameStay(as: visit) }
    }

    private func isKept(_ one: VisitID, _ other: VisitID) -> Bool {
        choices[Pair(one, other)] == .kept || choices[Pair(other, one)] == .kept
    }
}
