internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SQLiteStorage
internal import VisitDrawing
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The list of visits, and the page of one with its corrections.
struct VisitPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("visits", 50)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/visits", .read, recording: .read) { try await list($0) },
            authentication.page(.get, "/visits/{visit}", .read, recording: .read) { try await show($0) },
            authentication.page(.get, "/visits/{visit}/picture", .read, recording: .read) { try await picture($0) },
            authentication.page(.post, "/visits/{visit}/review", .admin, fields: ["change", "note", "revision"]) {
                try await correct($0)
            },
        ]
    }

    private struct ListContent {
        /// Empty texts instead of `nil`, because form fields show them.
        let member: String
        let facility: String
        let month: String
        let day: String
        let group: String
        let verdicts: [Choice]
        let visits: [VisitRow]
        let hasVisits: Bool
        let zone: String
        let first: String?
        let next: String?
    }

    private struct Choice {
        let value: String
        let text: String
        let isChosen: Bool
    }

    private func list(_ page: PageCall) async throws -> Response {
        let (call, now) = (page.call, authentication.parts.now())
        let verdict: Visit.Verdict? = try call.choice("verdict")
        let (month, day) = (try call.month("month"), try call.day("day"))
        let (group, withoutGroup): (GroupID?, Bool) = (try call.identifier("group"), try call.flag("without_group"))
        guard group == nil || !withoutGroup else {
            throw Problem.invalid("`group` and `without_group` exclude each other", field: "without_group")
        }
        let after = try call.after(Self.listName, VisitEndpoints.place)
        let member = try await authentication.parts.reader.member(call)
        let facility = try await authentication.parts.reader.facility(call)
        @Sendable func address(_ after: String?) -> String {
            DashboardLink.query(
                DashboardLink.visits,
                [
                    "member": member?.text, "facility": facility?.text, "month": month?.description,
                    "day": day?.description, "verdict": verdict?.rawValue, "group": group?.text,
                    "without_group": withoutGroup ? "true" : nil, "after": after,
                ]
            )
        }
        let content = try await authentication.parts.reader.read { store in
            var filter = VisitFilter(
                month: month,
                member: member,
                facility: facility,
                verdicts: verdict.map { [$0] } ?? [],
                includesWithdrawn: verdict == .takenBack,
                after: after,
                limit: Self.pageSize + 1
            )
            (filter.localDate, filter.newestFirst) = (day, true)
            filter.group = group.map(GroupSelection.named) ?? (withoutGroup ? GroupSelection.none : nil)
            let clock = try PageClock(store, at: now)
            let found = try store.visits.all(matching: filter)
            let presences = try store.visits.presences(at: now)
            let names = try store.facilities.names(of: found.map(\.facility))
            let reviews = try store.visits.reviews(of: found.map(\.id))
            let members = try store.visits.memberDetails(of: found.map(\.id))
            return ListContent(
                member: member?.text ?? "",
                facility: facility?.text ?? "",
                month: month?.description ?? "",
                day: day?.description ?? "",
                group: group?.text ?? "",
                verdicts: Visit.Verdict.allCases.map {
                    Choice(value: $0.rawValue, text: $0.reason ?? "counted", isChosen: $0 == verdict)
                },
                visits: found.prefix(Self.pageSize).map {
                    VisitRow(
                        $0,
                        at: names[$0.facility],
                        by: members[$0.id]?.name,
                        of: presences[$0.member],
                        review: reviews[$0.id],
                        clock
                    )
                },
                hasVisits: !found.isEmpty,
                zone: clock.zone.identifier,
                first: after == nil ? nil : address(nil),
                next: found.last(ofPage: Self.pageSize).map {
                    address(PageCursor.text(Self.listName, ["\($0.enteredAt.milliseconds)", $0.id.text]))
                }
            )
        }
        return page.shows("visits", title: "Visits", in: .visits, content, uses: [.pages])
    }

    private func show(_ page: PageCall, problem: Problem? = nil) async throws -> Response {
        let note = problem == nil ? nil : page.form["note"]
        let id: VisitID = try page.call.pathIdentifier("visit")
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        let content = try await authentication.parts.reader.read { store in
            guard
                let content = try VisitContent(of: id, live.pipeline, at: now, problem: problem?.detail, note: note)
            else {
                throw Problem.notFound("There is no visit `\(id)`; see the list of visits.")
            }
            return content
        }
        return page.shows(
            "visit",
            title: content.title,
            in: .visits,
            content,
            uses: [.pages, .drawing],
            problem: problem
        )
    }

    /// The drawings of a visit as a part of a page, for the review queue.
    private func picture(_ page: PageCall) async throws -> Response {
        let id: VisitID = try page.call.pathIdentifier("visit")
        let pipeline = authentication.parts.live.pipeline
        let markup = try await authentication.parts.reader.read { _ in
            guard let details = try pipeline.details(of: id) else {
                throw Problem.notFound("There is no visit `\(id)`; see the list of visits.")
            }
            let drawing = VisitDrawing(details)
            return drawing.map + drawing.strip + VisitDrawing.legend
        }
        return Response(
            status: .ok,
            headers: page.dashboard.headers.fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: markup))
        )
    }

    private func correct(_ page: PageCall) async throws -> Response {
        let id: VisitID = try page.call.pathIdentifier("visit")
        do {
            guard let change = page.form["change"].flatMap(VisitChangeForm.init) else { throw VisitChangeForm.missing }
            guard let seen = page.form["revision"].flatMap(VisitRevision.init) else {
                throw Problem.invalid("`revision` is missing; reload the page", field: "revision")
            }
            let note = try page.form["note"].map { try PlainText.checked($0, "note") }
            guard change != .decline || note != nil else { throw VisitChangeForm.withoutReason }
            let edit = VisitReview.Edit(
                change.change(note),
                by: page.principal,
                at: authentication.parts.now(),
                seen: seen
            )
            let corrected = try await authentication.parts.reader.read { store in
                try store.visits.review(
                    id,
                    edit,
                    publishing: OutboxSettings(.standard, at: edit.at),
                    recordedFor: AccessCaller(.page, page.principal)
                )
            }
            let words = corrected.visit.isCounted ? "The visit counts." : "The visit does not count."
            return page.goes(to: DashboardLink.visit(id), saying: PageFlash(.done, "Saved. \(words)"))
        } catch {
            let problem = try Problem(ofForm: error)
            guard problem.status != 404 else { throw problem }
            return try await show(page, problem: problem)
        }
    }
}

extension VisitReview.Edit {
    /// A change by the owner of a token.
    init(_ change: Change, by principal: Principal?, at time: Timestamp, seen: VisitRevision? = nil) {
        self.init(
            change,
            reviewer: principal?.tokenID.text ?? "",
            reviewerName: principal?.name,
            at: time,
            seen: seen
        )
    }
}
