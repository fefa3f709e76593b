package import VisitModel
internal import VisitStore

/// The visits found, compared with the true ones.
package struct VisitScore: Hashable, Sendable {
    /// Each true visit and each found one, ordered by time.
    package let outcomes: [VisitOutcome]

    /// The delay above which a visit is reported late.
    package static let lateSeconds = 300.0

    /// Compares the visits found with the true stays.
    ///
    /// A true visit is matched with the counted visit at the same place that overlaps it most; further counted visits
    /// are wrong, because they count it twice.
    package init(stays: [TrueStay], visits: [FoundVisit]) {
        var outcomes: [VisitOutcome] = []
        var taken: Set<Int> = []
        for stay in stays {
            let own = visits.indices.filter { index in
                visits[index].facility == stay.facility && !taken.contains(index)
                    && stay.overlapSeconds(from: visits[index].enteredAt, to: visits[index].exitedAt) > -Self
                        .nearSeconds
            }
            let best = own.filter { visits[$0].isCounted }.max { lhs, rhs in
                stay.overlapSeconds(from: visits[lhs].enteredAt, to: visits[lhs].exitedAt)
                    < stay.overlapSeconds(from: visits[rhs].enteredAt, to: visits[rhs].exitedAt)
            }
            if let best, stay.isVisit {
                taken.insert(best)
                outcomes.append(VisitOutcome(stay: stay, visit: visits[best]))
            } else if stay.isVisit {
                let other = own.first
                if let other { taken.insert(other) }
                outcomes.append(VisitOutcome(stay: stay, visit: other.map { visits[$0] }))
            } else if let best {
                // Too short to be a visit, but counted.
                taken.insert(best)
                outcomes.append(VisitOutcome(stay: stay, visit: visits[best]))
            }
        }
        for index in visits.indices where !taken.contains(index) && visits[index].isCounted {
            outcomes.append(VisitOutcome(visit: visits[index]))
        }
        self.outcomes = Self.yielding(outcomes).sorted { ($0.time, $0.facility) < ($1.time, $1.facility) }
    }

    /// The outcomes, with missed stays that overlap a counted one marked as yielding to it.
    ///
    /// Of two visits that overlap for more than half of the shorter one, one counts: `VisitResolver` selects the
    /// deeper one.
    private static func yielding(_ outcomes: [VisitOutcome]) -> [VisitOutcome] {
        outcomes.map { outcome in
            guard outcome.judgement == .missed, let stay = outcome.stay else { return outcome }
            let other = outcomes.first { $0.judgement == .right && $0.stay.map(stay.overlaps) == true }
            var yielding = outcome
            yielding.yieldsTo = other?.facility
            return yielding
        }
    }

    /// The longest gap between a stay and its visit; with sparse fixes a visit may lie a little after the stay.
    private static let nearSeconds = 300.0

    package func count(_ judgement: VisitOutcome.Grade) -> Int {
        outcomes.count { $0.judgement == judgement }
    }

    package var late: Int { outcomes.count { $0.isLate } }
}

/// One true or found visit.
package struct VisitOutcome: Hashable, Sendable {
    package let facility: FacilityID
    /// The true entry; for a visit without a true stay, the recorded entry.
    package let time: Timestamp
    package let stay: TrueStay?
    package let visit: FoundVisit?
    /// The place of an overlapping visit that counts instead; `nil` where none does.
    package fileprivate(set) var yieldsTo: FacilityID?

    init(stay: TrueStay, visit: FoundVisit?) {
        self.facility = stay.facility
        self.time = stay.enteredAt
        self.stay = stay
        self.visit = visit
    }

    init(visit: FoundVisit) {
        self.facility = visit.facility
        self.time = visit.enteredAt
        self.stay = nil
        self.visit = visit
    }

    package enum Grade: String, Hashable, Sendable, CaseIterable {
        /// A true visit that is counted once.
        case right
        /// A true visit that is not counted.
        case missed
        /// A true visit in place of which one counts that overlaps it for more than half of the shorter one.
        case overlapped
        /// A counted visit that did not happen, or counts a second time.
        case wrong = "false"
    }

    package var judgement: Grade {
        if let stay, stay.isVisit { return visit?.isCounted == true ? .right : yieldsTo == nil ? .missed : .overlapped }
        return .wrong
    }

    /// Positive is late.
    package var entryErrorSeconds: Double? {
        guard let stay, let visit else { return nil }
        return stay.enteredAt.seconds(to: visit.enteredAt)
    }

    /// Positive is late; `nil` where one of the two is open.
    package var exitErrorSeconds: Double? {
        guard let left = stay?.exitedAt, let exited = visit?.exitedAt else { return nil }
        return left.seconds(to: exited)
    }

    /// From the true entry to the visit's first event.
    package var reportedAfterSeconds: Double? {
        guard let stay, let visit else { return nil }
        return stay.enteredAt.seconds(to: visit.reportedAt)
    }

    /// Whether it is right but was reported late.
    package var isLate: Bool { judgement == .right && (reportedAfterSeconds ?? 0) > VisitScore.lateSeconds }
}

/// A visit that an app or its service found.
package struct FoundVisit: Hashable, Sendable {
    package let facility: FacilityID
    package let enteredAt: Timestamp
    /// `nil` while the visit is open.
    package let exitedAt: Timestamp?
    package let isCounted: Bool
    /// The kind of evidence, or the reason why it does not count.
    package let note: String
    /// When the first event of the visit was emitted.
    package let reportedAt: Timestamp
}

extension FoundVisit {
    /// Ordered by entry.
    static func all(of member: MemberID, in store: VisitStore) throws -> [FoundVisit] {
        let reported = try store.events.all().reduce(into: [VisitID: Timestamp]()) { reported, event in
            guard let visit = event.kind.visit else { return }
            reported[visit] = min(event.observedAt, reported[visit] ?? event.observedAt)
        }
        return try store.visits.all(matching: VisitFilter(member: member)).map { visit in
            FoundVisit(
                facility: visit.facility,
                enteredAt: visit.enteredAt,
                exitedAt: visit.exitedAt,
                isCounted: visit.isCounted,
                note: visit.isCounted ? visit.evidence.rawValue : visit.verdict.rawValue,
                reportedAt: reported[visit.id] ?? visit.enteredAt
            )
        }
    }
}
