internal import HTTPTypes
internal import Hummingbird
internal import SQLiteStorage
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoints by which a person adds a missed visit and moves one to another facility.
struct AdditionEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.post, "/v1/visits", .admin, reading: AdditionBody.self) { try await add($0, $1) },
            Endpoint(.post, "/v1/visits/{visit}/move", .admin, reading: MoveBody.self) { try await move($0, $1) },
        ]
    }

    private func add(_ call: ServiceCall, _ body: AdditionBody) async throws -> Response {
        let member: MemberID = try PlainText.identifier(body.member, "member")
        let facility: FacilityID = try PlainText.identifier(body.facility, "facility")
        let stay = try parts.live.pipeline.stay(
            of: member,
            at: facility,
            entered: body.enteredAt,
            exited: body.exitedAt
        )
        return try await answer(call, .missed(stay), note: body.note, overlap: body.overlap)
    }

    private func move(_ call: ServiceCall, _ body: MoveBody) async throws -> Response {
        let id: VisitID = try call.pathIdentifier("visit")
        let facility: FacilityID = try PlainText.identifier(body.facility, "facility")
        let seen = try body.revision.map { try ReviewEndpoints.revision($0) }
        return try await answer(call, .moved(id, to: facility), note: body.note, overlap: body.overlap, seen: seen)
    }

    private func answer(
        _ call: ServiceCall,
        _ subject: AdditionRequest.Subject,
        note: String?,
        overlap: VisitAddition.Overlap?,
        seen: VisitRevision? = nil
    ) async throws -> Response {
        let request = AdditionRequest(
            subject,
            note: try note.map { try PlainText.checked($0, "note") },
            overlap: overlap,
            by: call.principal,
            at: parts.now(),
            seen: seen
        )
        let (pipeline, caller) = (parts.live.pipeline, call.principal.map { AccessCaller(.api, $0) })
        do {
            let document = try await parts.reader.read { store in
                let added = try pipeline.add(request, to: store, recordedFor: caller)
                return try pipeline.visitDocument(added.visit.id)
            }
            return .json(document, status: .created)
        } catch let error as StorageError where error.code == .overlappingVisit {
            // The message names another visit of the member.
            let stay = try await parts.reader.read { try pipeline.stay(of: subject, in: $0) }
            if let caller { try await parts.recorder.record(.read, .member(stay.member), by: caller) }
            throw error
        }
    }
}

struct AdditionBody: RequestDocument {
    let member: String
    let facility: String
    /// Without an offset from UTC, of the facility's clocks.
    let enteredAt: String
    let exitedAt: String
    let note: String?
    /// `nil` refuses a visit at the time of a counted one.
    let overlap: VisitAddition.Overlap?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case member, facility, note, overlap
        case enteredAt = "entered_at"
        case exitedAt = "exited_at"
    }
}

struct MoveBody: RequestDocument {
    let facility: String
    let note: String?
    /// `nil` refuses a move to the time of a counted visit.
    let overlap: VisitAddition.Overlap?
    /// That of the visit's document; `nil` for any.
    let revision: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case facility, note, overlap, revision
    }
}

extension VisitAddition.Overlap: RequestWord {}

extension AdditionRequest {
    /// A request by the owner of a token.
    init(
        _ subject: Subject,
        note: String?,
        overlap: VisitAddition.Overlap?,
        shown: Set<VisitID>? = nil,
        by principal: Principal?,
        at time: Timestamp,
        seen: VisitRevision? = nil
    ) {
        self.init(
            subject,
            note: note,
            overlap: overlap,
            shown: shown,
            reviewer: principal?.tokenID.text ?? "",
            reviewerName: principal?.name,
            at: time,
            seen: seen
        )
    }
}
