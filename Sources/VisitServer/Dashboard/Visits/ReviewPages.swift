internal import GeofenceEngine
internal import HTTPTypes
internal import Hummingbird
internal import SQLiteStorage
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The queue of visits that wait for a person, decided by keys or in bulk.
struct ReviewPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("review", 100)

    /// The reasons that a key gives; others are written.
    static let reasons = [
        "a neighbour's phone", "walked or drove past", "was at another facility", "staff or delivery",
        "the phone was left there",
    ]

    var all: [Endpoint] {
        [
            authentication.page(.get, "/review", .read, recording: .read) { try await list($0) },
            authentication.page(.post, "/review", .admin, fields: ["change", "note", "visit", "queue", "month"]) {
                try await decide($0)
            },
        ]
    }

    private struct Content {
        let isDeciding: Bool
        let decideAddress: String
        let acknowledgeAddress: String
        let toDecide: String
        let toAcknowledge: String
        let queue: String
        /// Empty instead of `nil`, because a form field shows it.
        let month: String
        let rows: [Row]
        let hasRows: Bool
        let reasons: [Reason]
        let next: String?
        let first: String?
    }

    fileprivate struct Row {
        let id: String
        /// The id and the revision that was seen, for the form.
        let value: String
        let page: String
        let picture: String
        let entered: PageClock.Moment
        let facility: String
        let member: String
        let duration: String
        let confidence: String
        let sentence: String
        let doubts: String?
    }

    private struct Reason {
        let key: String
        let text: String
    }

    private func list(_ page: PageCall) async throws -> Response {
        let (call, now) = (page.call, authentication.parts.now())
        let queue: ReviewQueue = try call.choice("queue") ?? .decide
        let month = try call.month("month")
        let after = try call.after(Self.listName, Self.place)
        let pipeline = authentication.parts.live.pipeline
        @Sendable func address(_ queue: ReviewQueue, _ after: String? = nil) -> String {
            DashboardLink.query(
                DashboardLink.review,
                [
                    "queue": queue == .decide ? nil : queue.rawValue, "month": month?.description,
                    "after": after,
                ]
            )
        }
        let content = try await authentication.parts.reader.read { store in
            let found = try store.visits.queue(queue, month: month, after: after, limit: Self.pageSize + 1)
            let zone = try store.settings.defaultTimeZone() ?? .utc
            let shown = found.prefix(Self.pageSize)
            let names = try store.facilities.names(
                of: shown.flatMap { [$0.visit.facility, $0.visit.assessment?.runnerUp?.facility].compactMap(\.self) }
            )
            return Content(
                isDeciding: queue == .decide,
                decideAddress: address(.decide),
                acknowledgeAddress: address(.acknowledge),
                toDecide: PageNumber.text(try store.visits.count(.decide, month: month)),
                toAcknowledge: PageNumber.text(try store.visits.count(.acknowledge, month: month)),
                queue: queue.rawValue,
                month: month?.description ?? "",
                rows: shown.map { queued in
                    let fence = pipeline.fence(of: queued.visit.facility, at: queued.visit.enteredAt)
                    return Row(
                        queued,
                        fence,
                        names,
                        leastConfidence: pipeline.policy.confidence.countsFrom,
                        PageClock(zone: fence?.timeZone ?? zone, now: now)
                    )
                },
                hasRows: !found.isEmpty,
                reasons: Self.reasons.enumerated().map { Reason(key: "\($0.offset + 1)", text: $0.element) },
                next: found.last(ofPage: Self.pageSize).map { last in
                    let cursor = QueueCursor(last.visit)
                    return address(queue, PageCursor.text(Self.listName, ["\(cursor.confidence)", cursor.id.text]))
                },
                first: after == nil ? nil : address(queue)
            )
        }
        return page.shows("review", title: "Review", in: .review, content, uses: [.pages, .drawing, .review])
    }

    private static func place(_ parts: [String]) -> QueueCursor? {
        guard parts.count == 2, let confidence = Double(parts[0]), confidence.isFinite, let id = try? VisitID(parts[1])
        else { return nil }
        return QueueCursor(confidence: confidence, id: id)
    }

    /// The result of a form for the page's script.
    private struct Outcome: Encodable {
        let changed: Int
        /// Why visits were not changed, by their ids.
        let problems: [String: String]
        /// The revisions of the changed visits, by their ids.
        let revisions: [String: String]
        /// What is decided about the changed visits now, by their ids; empty for nothing.
        let decisions: [String: String]
    }

    /// Changes each of the chosen visits, those that were changed meanwhile excepted.
    private func decide(_ page: PageCall) async throws -> Response {
        guard let change = page.form["change"].flatMap(VisitChangeForm.init) else { throw VisitChangeForm.missing }
        let note = try page.form["note"].map { try PlainText.checked($0, "note") }
        let chosen = try page.form.all("visit").map(Self.chosen)
        guard !chosen.isEmpty else { throw Problem.invalid("No visit is chosen.", field: "visit") }
        guard chosen.count <= Self.pageSize else {
            throw Problem.invalid("At most \(Self.pageSize) visits can be changed at once.", field: "visit")
        }
        guard change != .decline || note != nil else { throw VisitChangeForm.withoutReason }
        let (now, principal) = (authentication.parts.now(), page.principal)
        let outcome = try await authentication.parts.reader.read { store in
            var problems: [String: String] = [:]
            var (revisions, decisions): ([String: String], [String: String]) = ([:], [:])
            for (id, seen) in chosen {
                let edit = VisitReview.Edit(change.change(note), by: principal, at: now, seen: seen)
                do {
                    let reviewed = try store.visits.review(
                        id,
                        edit,
                        publishing: OutboxSettings(.standard, at: now),
                        recordedFor: AccessCaller(.page, principal)
                    )
                    revisions[id.text] = reviewed.revision.text
                    decisions[id.text] = reviewed.review?.decision?.rawValue ?? ""
                } catch let error as StorageError {
                    // What was changed before stays changed, and is said to be.
                    problems[id.text] = Problem(error).detail
                }
            }
            return Outcome(changed: revisions.count, problems: problems, revisions: revisions, decisions: decisions)
        }
        // The page's script shows the outcome itself and stays on the page.
        if page.call.header("Accept")?.contains("text/html") != true { return .json(outcome) }
        let words = PageNumber.text(outcome.changed, "visit was changed", "visits were changed")
        let failed = outcome.problems.values.sorted().first.map { " \(outcome.problems.count) were not: \($0)." } ?? ""
        let month = try? page.form["month"].map { try Month($0) }
        return page.goes(
            to: DashboardLink.query(
                DashboardLink.review,
                ["queue": page.form["queue"], "month": month?.description]
            ),
            saying: PageFlash(outcome.problems.isEmpty ? .done : .failed, "\(words).\(failed)")
        )
    }

    private static func chosen(_ text: String) throws -> (id: VisitID, seen: VisitRevision) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let id = try? VisitID(String(parts[0])), let seen = VisitRevision(String(parts[1]))
        else {
            throw Problem.invalid("`visit` is not an id with a revision; reload the page", field: "visit")
        }
        return (id, seen)
    }
}

extension ReviewPages.Row {
    fileprivate init(
        _ queued: QueuedVisit,
        _ fence: Fence?,
        _ names: [FacilityID: String],
        leastConfidence: Double,
        _ clock: PageClock
    ) {
        let visit = queued.visit
        self.init(
            id: visit.id.text,
            value: "\(visit.id.text) \(queued.revision.text)",
            page: DashboardLink.visit(visit.id),
            picture: "\(DashboardLink.visit(visit.id))/picture",
            entered: clock.moment(visit.enteredAt),
            facility: names[visit.facility] ?? visit.facility.text,
            member: visit.member.text,
            duration: PageNumber.duration(visit.enteredAt.seconds(to: visit.end)),
            confidence: visit.assessment.map { Percentage.spoken($0.confidence) } ?? "",
            sentence: visit.sentence(
                dwellSeconds: (fence?.dwellThreshold ?? .standard).seconds,
                leastConfidence: leastConfidence,
                runnerUp: visit.assessment?.runnerUp.flatMap { names[$0.facility] }
            ),
            doubts: visit.doubts.names.joined(separator: ", ").replacing("_", with: " ").orNothing
        )
    }
}
