internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import SQLiteStorage
package import VisitModel
package import VisitStore

/// What a person says of a visit that no phone proves, or of one that was at another facility.
package struct AdditionRequest: Hashable, Sendable {
    /// The stay that a person reports.
    package enum Subject: Hashable, Sendable {
        case missed(AddedStay)
        /// The times are those of the visit.
        case moved(VisitID, to: FacilityID)
    }

    package let subject: Subject
    package let note: String?
    /// `nil` where the person did not choose; then an addition beside a counted visit is refused.
    package let overlap: VisitAddition.Overlap?
    /// The counted visits that the person saw when choosing; `nil` for any.
    package let shown: Set<VisitID>?
    /// A token's identifier, or `command line`.
    package let reviewer: String
    package let reviewerName: String?
    package let at: Timestamp
    /// The revision of the moved visit that the person saw; `nil` for any.
    package let seen: VisitRevision?

    package init(
        _ subject: Subject,
        note: String?,
        overlap: VisitAddition.Overlap?,
        shown: Set<VisitID>? = nil,
        reviewer: String,
        reviewerName: String?,
        at: Timestamp,
        seen: VisitRevision? = nil
    ) {
        self.subject = subject
        self.note = note
        self.overlap = overlap
        self.shown = shown
        self.reviewer = reviewer
        self.reviewerName = reviewerName
        self.at = at
        self.seen = seen
    }
}

extension VisitPipeline {
    /// Adds a missed visit, or moves one, and queues messages.
    ///
    /// The time zone and the dwell threshold are those of the facility's fence at the time of entry. Throws
    /// `ValidationError` where the visit ends in the future or is shorter than the threshold, and `StorageError` as
    /// `VisitRepository.add` does.
    package func add(
        _ request: AdditionRequest,
        to store: VisitStore,
        recordedFor caller: AccessCaller?
    ) throws -> ReviewedVisit {
        let stay = try stay(of: request.subject, in: store)
        guard let fence = directory.history.fence(of: stay.facility, at: stay.enteredAt) else {
            throw StorageError(
                .unknownName,
                "the facility `\(stay.facility)` is not in the database; search for its id by a part of its name"
            )
        }
        guard stay.exitedAt <= request.at else {
            throw ValidationError(.timestamp, "the exit at \(stay.exitedAt) is in the future")
        }
        let seconds = Int(stay.enteredAt.seconds(to: stay.exitedAt))
        if seconds < fence.dwellThreshold.seconds {
            let (length, needed) = (
                Duration.spoken(seconds: seconds), Duration.spoken(seconds: fence.dwellThreshold.seconds)
            )
            throw ValidationError(
                .dwell,
                "the stay of \(length) is shorter than the \(needed) after which a visit counts"
            )
        }
        let addition = VisitAddition(
            Visit(of: stay, dwell: fence.dwellThreshold, in: fence.timeZone, policyVersion: policy.version),
            confirmedBy: VisitReview.Edit(
                .set(decision: .confirmed, note: request.note),
                reviewer: request.reviewer,
                reviewerName: request.reviewerName,
                at: request.at,
                seen: request.seen
            ),
            overlap: request.overlap,
            movedFrom: request.subject.moved
        )
        return try store.visits.add(
            addition,
            shown: request.shown,
            publishing: OutboxSettings(.standard, at: request.at),
            recordedFor: caller
        )
    }

    /// Returns the stay that a person reports; throws `StorageError` for a visit that is not stored or has not ended.
    package func stay(of subject: AdditionRequest.Subject, in store: VisitStore) throws -> AddedStay {
        switch subject {
        case .missed(let stay): return stay
        case .moved(let id, let facility):
            guard let visit = try store.visits.find(id) else { throw StorageError.noVisit(id) }
            guard let exit = visit.exitedAt else {
                throw StorageError(.conflict, "the visit `\(id)` has not ended; move it when it has")
            }
            guard visit.facility != facility else {
                throw StorageError(.conflict, "the visit `\(id)` is at `\(facility)` already")
            }
            return try AddedStay(member: visit.member, facility: facility, enteredAt: visit.enteredAt, exitedAt: exit)
        }
    }
}

extension AdditionRequest.Subject {
    fileprivate var moved: VisitID? {
        if case .moved(let id, _) = self { id } else { nil }
    }
}

extension VisitPipeline {
    /// Reads the stay that a person reports; times without an offset from UTC are those of the facility's clocks.
    ///
    /// Throws `ValidationError` for a text that is no time and for an exit that is not after the entry.
    package func stay(
        of member: MemberID,
        at facility: FacilityID,
        entered: String,
        exited: String
    ) throws -> AddedStay {
        // A facility without a fence is refused when the visit is added.
        let zone = directory.history.latest[facility]?.timeZone ?? .utc
        let parser = TimestampParser(missingZone: .assumed(zone))
        return try AddedStay(
            member: member,
            facility: facility,
            enteredAt: Self.time(entered, "entry", parser),
            exitedAt: Self.time(exited, "exit", parser)
        )
    }

    private static func time(_ text: String, _ name: String, _ parser: TimestampParser) throws -> Timestamp {
        do {
            return try parser.parse(text)
        } catch {
            throw ValidationError(.timestamp, "the \(name): \(error.message)")
        }
    }
}
