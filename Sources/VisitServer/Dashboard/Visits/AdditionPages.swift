internal import GeofenceEngine
internal import HTTPTypes
internal import Hummingbird
internal import SQLiteStorage
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The form by which a person adds a missed visit, or moves one to another facility.
struct AdditionPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (path, choiceLimit) = ("\(DashboardLink.visits)/new", 20)
    private static let fields = [
        "member", "facility", "entered", "exited", "note", "overlap", "shown", "visit", "revision",
    ]

    var all: [Endpoint] {
        [
            authentication.page(.get, Self.path, .admin, recording: .read) {
                try await show($0, Draft(query: $0.call))
            },
            authentication.page(.post, Self.path, .admin, fields: Self.fields) { try await add($0) },
        ]
    }

    static func address(adding member: MemberID) -> String { DashboardLink.query(path, ["member": member.text]) }

    static func address(moving visit: VisitID) -> String { DashboardLink.query(path, ["visit": visit.text]) }

    private struct Content {
        let draft: Draft
        /// The visit to move; `nil` for a missed one.
        let moved: Moved?
        let choices: [Choice]
        /// The counted visits at the time of the stay, where the form has to say what becomes of them.
        let overlaps: [Overlap]
        let hasOverlaps: Bool
        let problem: String?
    }

    private struct Moved {
        let page: String
        let facility: String
        let entered: String
        let exited: String
    }

    private struct Choice {
        let id: String
        let words: String
    }

    private struct Overlap {
        let id: String
        let page: String
        let words: String
    }

    /// The fields as they were sent; empty instead of `nil`, because the form shows them.
    struct Draft: Sendable {
        var member = ""
        var facility = ""
        var entered = ""
        var exited = ""
        var note = ""
        var visit = ""
        var revision = ""

        init(query call: ServiceCall) {
            (member, facility) = (call.query("member") ?? "", call.query("facility") ?? "")
            (entered, exited) = (call.query("entered") ?? "", call.query("exited") ?? "")
            visit = call.query("visit") ?? ""
        }

        init(_ form: FormFields) {
            (member, facility) = (form["member"] ?? "", form["facility"] ?? "")
            (entered, exited) = (form["entered"] ?? "", form["exited"] ?? "")
            (note, visit, revision) = (form["note"] ?? "", form["visit"] ?? "", form["revision"] ?? "")
        }

        /// Without the revision of the moved visit, which is shown as it is now.
        var unseen: Draft {
            var draft = self
            draft.revision = ""
            return draft
        }
    }

    private func show(
        _ page: PageCall,
        _ draft: Draft,
        problem: Problem? = nil,
        overlapping: [Visit] = []
    ) async throws -> Response {
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        let content = try await authentication.parts.reader.read { store in
            var draft = draft
            let visit = try Self.visit(draft, store)
            if let visit { draft.member = visit.member.text }
            if let visit, draft.revision.isEmpty {
                draft.revision = try store.visits.history(of: visit.id)?.revision.text ?? ""
            }
            let names = try store.facilities.names(
                of: overlapping.map(\.facility) + [visit?.facility].compactMap(\.self)
            )
            func clock(_ visit: Visit) -> PageClock {
                PageClock(
                    zone: live.pipeline.fence(of: visit.facility, at: visit.enteredAt)?.timeZone ?? .utc,
                    now: now
                )
            }
            return Content(
                draft: draft,
                moved: visit.map { visit in
                    Moved(
                        page: DashboardLink.visit(visit.id),
                        facility: names[visit.facility] ?? visit.facility.text,
                        entered: clock(visit).moment(visit.enteredAt).text,
                        exited: clock(visit).moment(visit.end).text
                    )
                },
                choices: try Self.choices(draft, visit, store),
                overlaps: overlapping.map { other in
                    let (entered, exited) = (clock(other).moment(other.enteredAt), clock(other).moment(other.end))
                    let facility = names[other.facility] ?? other.facility.text
                    return Overlap(
                        id: other.id.text,
                        page: DashboardLink.visit(other.id),
                        words: "\(facility), \(entered.text) to \(exited.text)"
                    )
                },
                hasOverlaps: !overlapping.isEmpty,
                problem: problem?.detail
            )
        }
        let title = content.moved == nil ? "Add a visit" : "Move a visit"
        return page.shows("visit-new", title: title, in: .visits, content, uses: [.pages], problem: problem)
    }

    /// The visit to move; throws `Problem` where there is no such one.
    private static func visit(_ draft: Draft, _ store: VisitStore) throws -> Visit? {
        guard !draft.visit.isEmpty else { return nil }
        let id: VisitID = try PlainText.identifier(draft.visit, "visit")
        guard let visit = try store.visits.find(id) else {
            throw Problem.notFound("There is no visit `\(id)`; see the list of visits.")
        }
        return visit
    }

    /// Facilities to choose from: what the text may mean, the neighbours of the moved visit's, or where the member was.
    private static func choices(_ draft: Draft, _ moved: Visit?, _ store: VisitStore) throws -> [Choice] {
        var found: [Facility] = []
        if !draft.facility.isEmpty {
            found = try store.facilities.all(matching: FacilityFilter(text: draft.facility, limit: choiceLimit))
                .map(\.facility)
        } else if let moved, let place = try store.facilities.find(moved.facility)?.facility {
            found = try store.facilities.nearest(to: place.geofence.center, count: choiceLimit).map(\.facility)
                .filter { $0.id != moved.facility }
        } else if let member = try? MemberID(draft.member) {
            found = try store.visits.placeRecords(of: member).keys.sorted().prefix(choiceLimit)
                .compactMap { try store.facilities.find($0)?.facility }
        }
        return found.map { Choice(id: $0.id.text, words: $0.name) }
    }

    private func add(_ page: PageCall) async throws -> Response {
        let overlap = page.form["overlap"]
        let draft = Draft(page.form)
        var stay: AddedStay?
        do {
            let pipeline = authentication.parts.live.pipeline
            let facility = try await authentication.parts.reader.read { try Self.facility(draft.facility, $0) }
            let subject = try Self.subject(draft, facility, pipeline)
            let request = AdditionRequest(
                subject,
                note: try page.form["note"].map { try PlainText.checked($0, "note") },
                overlap: try overlap.map { try Self.overlap($0) },
                shown: try Set(page.form.all("shown").map { try PlainText.identifier($0, "shown") }),
                by: page.principal,
                at: authentication.parts.now(),
                seen: draft.visit.isEmpty ? nil : try ReviewEndpoints.revision(draft.revision)
            )
            stay = try await authentication.parts.reader.read { try pipeline.stay(of: subject, in: $0) }
            let caller = AccessCaller(.page, page.principal)
            let added = try await authentication.parts.reader.read { store in
                try pipeline.add(request, to: store, recordedFor: caller).visit
            }
            let words = draft.visit.isEmpty ? "The visit is added and counts." : "The visit is moved and counts here."
            return page.goes(to: DashboardLink.visit(added.id), saying: PageFlash(.done, words))
        } catch {
            let problem = try Problem(ofForm: error)
            guard let stay, (error as? StorageError)?.code == .overlappingVisit else {
                // The form that is shown again is of the visit as it is now.
                let isStale = (error as? StorageError)?.code == .conflict
                return try await show(page, isStale ? draft.unseen : draft, problem: problem)
            }
            let reader = AccessCaller(.page, page.principal)
            try await authentication.parts.recorder.record(.read, .member(stay.member), by: reader)
            let moved = try? VisitID(draft.visit)
            let others = try await authentication.parts.reader.read { store in
                try store.visits.counted(overlapping: stay).filter { $0.id != moved }
            }
            let choose = Problem(.conflict, problem.code, "Choose what becomes of the counted visits at this time.")
            return try await show(page, draft, problem: choose, overlapping: others)
        }
    }

    private static func subject(
        _ draft: Draft,
        _ facility: FacilityID,
        _ pipeline: VisitPipeline
    ) throws -> AdditionRequest.Subject {
        if !draft.visit.isEmpty { return .moved(try PlainText.identifier(draft.visit, "visit"), to: facility) }
        guard !draft.member.isEmpty else { throw Problem.invalid("The member is missing.", field: "member") }
        return .missed(
            try pipeline.stay(
                of: try PlainText.identifier(draft.member, "member"),
                at: facility,
                entered: draft.entered,
                exited: draft.exited
            )
        )
    }

    /// The facility of an id, or the only one with a text in its id, name or city.
    private static func facility(_ text: String, _ store: VisitStore) throws -> FacilityID {
        guard !text.isEmpty else { throw Problem.invalid("The facility is missing.", field: "facility") }
        if let id = try? FacilityID(text), try store.facilities.find(id) != nil { return id }
        let found = try store.facilities.all(matching: FacilityFilter(text: text, limit: 2))
        switch found.count {
        case 0: throw Problem.invalid("No facility has `\(text)` in its id, name or city.", field: "facility")
        case 1: return found[0].facility.id
        default:
            throw Problem.invalid(
                "Several facilities have `\(text)` in their id, name or city; choose one.",
                field: "facility"
            )
        }
    }

    private static func overlap(_ word: String) throws -> VisitAddition.Overlap {
        guard let overlap = VisitAddition.Overlap(rawValue: word) else {
            throw Problem.invalid("`overlap` is neither decline nor keep; choose one on the page", field: "overlap")
        }
        return overlap
    }
}
