package import VisitModel

/// What was found beside what was.
package struct VisitScore: Hashable, Sendable {
    /// Each true visit and each found one, in the order of time.
    package let outcomes: [VisitOutcome]

    /// After how many seconds a visit that is told is told late.
    package static let lateSeconds = 300.0

    /// Holds what was found against what was.
    ///
    /// A found visit belongs to the true stay at the same place with which it has most time in common. A true visit is found
    /// by the counted visit that shares most of it; further ones count it twice.
    ///
    /// - Parameters:
    ///   - stays: what was.
    ///   - visits: what was found.
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
                // Too short to be a visit, and counted even so.
                taken.insert(best)
                outcomes.append(VisitOutcome(stay: stay, visit: visits[best]))
            }
        }
        for index in visits.indices where !taken.contains(index) && visits[index].isCounted {
            outcomes.append(VisitOutcome(visit: visits[index]))
        }
        self.outcomes = Self.yielding(outcomes).sorted { ($0.time, $0.facility) < ($1.time, $1.facility) }
    }

    /// The same, where a stay that does not count yields to one that does.
    ///
    /// Of two visits that overlap for more than half of the shorter one, one counts: `VisitResolver` lets the deeper one.
    private static func yielding(_ outcomes: [VisitOutcome]) -> [VisitOutcome] {
        outcomes.map { outcome in
            guard outcome.judgement == .missed, let stay = outcome.stay else { return outcome }
            let other = outcomes.first { $0.judgement == .right && $0.stay.map(stay.overlaps) == true }
            return other.map { VisitOutcome(outcome, yieldsTo: $0.facility) } ?? outcome
        }
    }

    /// How far apart a stay and a visit may lie and still be the same: what a sparse phone saw of it may be a moment after.
    private static let nearSeconds = 300.0

    /// How many outcomes are of a kind.
    ///
    /// - Parameter judgement: the kind.
    /// - Returns: their number.
    package func count(_ judgement: VisitOutcome.Judgement) -> Int {
        outcomes.count { $0.judgement == judgement }
    }

    /// How many visits were told late, right otherwise.
    package var late: Int { outcomes.count { $0.isLate } }
}

/// One visit that was or was found.
package struct VisitOutcome: Hashable, Sendable {
    /// Where.
    package let facility: FacilityID
    /// When it began: as it was, else as it was found.
    package let time: Timestamp
    /// What was; `nil` where nothing was.
    package let stay: TrueStay?
    /// What was found; `nil` where nothing was.
    package let visit: FoundVisit?
    /// The place whose overlapping visit counts in its stead; `nil` where none does.
    package let yieldsTo: FacilityID?

    /// A stay, with what was found of it.
    ///
    /// - Parameters:
    ///   - stay: what was.
    ///   - visit: what was found; `nil` where nothing was.
    package init(stay: TrueStay, visit: FoundVisit?) {
        self.facility = stay.facility
        self.time = stay.enteredAt
        self.stay = stay
        self.visit = visit
        self.yieldsTo = nil
    }

    /// The same, with the place whose visit counts in its stead.
    fileprivate init(_ outcome: VisitOutcome, yieldsTo place: FacilityID) {
        self.facility = outcome.facility
        self.time = outcome.time
        self.stay = outcome.stay
        self.visit = outcome.visit
        self.yieldsTo = place
    }

    /// A visit that was not.
    ///
    /// - Parameter visit: what was found.
    package init(visit: FoundVisit) {
        self.facility = visit.facility
        self.time = visit.enteredAt
        self.stay = nil
        self.visit = visit
        self.yieldsTo = nil
    }

    /// How well it was found.
    package enum Judgement: String, Hashable, Sendable, CaseIterable {
        /// It was, and counts once.
        case right
        /// It was, and does not count.
        case missed
        /// It was, and a visit that overlaps it for more than half of the shorter one counts in its stead.
        case overlapped
        /// It counts, and was not, or counts a second time.
        case wrong = "false"
    }

    /// How well it was found.
    package var judgement: Judgement {
        if let stay, stay.isVisit { return visit?.isCounted == true ? .right : yieldsTo == nil ? .missed : .overlapped }
        return .wrong
    }

    /// How many seconds too late its entry is dated; negative for too early.
    package var entryErrorSeconds: Double? {
        guard let stay, let visit else { return nil }
        return stay.enteredAt.seconds(to: visit.enteredAt)
    }

    /// How many seconds too late its exit is dated; `nil` where one of the two goes on.
    package var exitErrorSeconds: Double? {
        guard let left = stay?.exitedAt, let exited = visit?.exitedAt else { return nil }
        return left.seconds(to: exited)
    }

    /// How many seconds after it began it was told.
    package var toldAfterSeconds: Double? {
        guard let stay, let visit else { return nil }
        return stay.enteredAt.seconds(to: visit.toldAt)
    }

    /// Whether it is right and was told late.
    package var isLate: Bool { judgement == .right && (toldAfterSeconds ?? 0) > VisitScore.lateSeconds }
}
