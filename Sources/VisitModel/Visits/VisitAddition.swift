/// A stay that a person reports, because no phone proves it.
package struct AddedStay: Hashable, Sendable {
    /// The member.
    package let member: MemberID
    /// The facility.
    package let facility: FacilityID
    /// When the member entered.
    package let enteredAt: Timestamp
    /// When the member left.
    package let exitedAt: Timestamp

    /// The longest stay that can be added, in days.
    package static let longestDays = 31

    /// Creates a stay; throws code `timestamp` where the exit is not after the entry, the stay is longer than
    /// `longestDays`, or it began before 1970.
    package init(
        member: MemberID,
        facility: FacilityID,
        enteredAt: Timestamp,
        exitedAt: Timestamp
    ) throws(ValidationError) {
        guard enteredAt < exitedAt else {
            throw ValidationError(.timestamp, "the exit at \(exitedAt) is not after the entry at \(enteredAt)")
        }
        guard enteredAt.seconds(to: exitedAt) <= Double(Self.longestDays) * 86_400, enteredAt.milliseconds >= 0 else {
            throw ValidationError(
                .timestamp,
                "\(enteredAt) to \(exitedAt) is no stay, expected at most \(Self.longestDays) days since 1970"
            )
        }
        self.member = member
        self.facility = facility
        self.enteredAt = enteredAt
        self.exitedAt = exitedAt
    }
}

extension Visit {
    /// Creates the visit of a stay that a person reports, with the evidence `manual` and no phone.
    ///
    /// It is withdrawn, as no fix proves it, and counts when a review confirms it. The same stay gives the same id.
    package init(of stay: AddedStay, dwell: DwellThreshold, in zone: TimeZoneName, policyVersion: String) {
        let dwelledAt = stay.enteredAt.advanced(bySeconds: Double(dwell.seconds))
        self.init(
            id: stay.visitID,
            member: stay.member,
            device: nil,
            facility: stay.facility,
            enteredAt: stay.enteredAt,
            dwelledAt: dwelledAt <= stay.exitedAt ? dwelledAt : nil,
            exitedAt: stay.exitedAt,
            status: .withdrawn,
            evidence: .manual,
            verdict: .takenBack,
            month: stay.enteredAt.localMonth(in: zone),
            localDate: stay.enteredAt.localDate(in: zone),
            fixesInside: 0,
            lastProofAt: stay.exitedAt,
            depthMeters: 0,
            doubts: [],
            policyVersion: policyVersion
        )
    }
}

extension AddedStay {
    /// An `m` and 13 letters and digits; ids of visits that fixes prove begin with a `v`.
    fileprivate var visitID: VisitID {
        var digest = StableDigest()
        digest.combine(member.text)
        digest.combine(facility.text)
        digest.combine(enteredAt.milliseconds)
        digest.combine(exitedAt.milliseconds)
        return VisitID("m", digest: digest.value)
    }
}

/// The adding of a visit by a person, or its move from another facility.
package struct VisitAddition: Hashable, Sendable {
    /// What becomes of counted visits of the member at the same time.
    package enum Overlap: String, Hashable, Sendable, CaseIterable {
        /// They are declined: the added visit counts instead.
        case decline
        /// They count too.
        case keep
    }

    /// The visit to add.
    package let visit: Visit
    /// The confirmation by which it counts: who added it, when and why, and the seen revision of the visit that is moved.
    package let confirmation: VisitReview.Edit
    /// `nil` where the person did not choose; then an addition beside a counted visit is refused.
    package let overlap: Overlap?
    /// The visit that is moved; `nil` for a missed one.
    package let movedFrom: VisitID?

    /// Creates an addition of a visit with the evidence `manual`.
    package init(
        _ visit: Visit,
        confirmedBy confirmation: VisitReview.Edit,
        overlap: Overlap? = nil,
        movedFrom: VisitID? = nil
    ) {
        precondition(visit.evidence == .manual, "an added visit has no fixes")
        self.visit = visit
        self.confirmation = confirmation
        self.overlap = overlap
        self.movedFrom = movedFrom
    }
}

extension Visit {
    /// The exit, or the last proof of an open visit.
    package var end: Timestamp { exitedAt ?? lastProofAt }

    /// The seconds that a visit shares with another one; 0 or less where they share none.
    package func sharedSeconds(with other: Visit) -> Double {
        max(enteredAt, other.enteredAt).seconds(to: min(end, other.end))
    }

    /// Whether an added visit is of the same stay as one of the engine, so that only one of them can count.
    ///
    /// At the same facility they share any time, at another one more than half of the shorter. A visit of the engine
    /// that does not count and waits for no person is left as it is.
    package func isOfSameStay(as engine: Visit) -> Bool {
        guard member == engine.member, [.counted, .unproven, .ambiguous, .doubtful].contains(engine.verdict) else {
            return false
        }
        let shared = sharedSeconds(with: engine)
        let shorter = min(enteredAt.seconds(to: end), engine.enteredAt.seconds(to: engine.end))
        return facility == engine.facility ? shared > 0 : shared > shorter / 2
    }
}
