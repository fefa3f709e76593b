internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoints of a data subject's rights: export and erasure of the stored data.
struct MemberPrivacyEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/members/{member}/export", .admin, recording: .export) { try await export($0) },
            Endpoint(.delete, "/v1/members/{member}", .admin) { try await erase($0) },
        ]
    }

    private func export(_ call: ServiceCall) async throws -> Response {
        try await document(of: call.pathIdentifier("member"))
    }

    func document(of id: MemberID) async throws -> Response {
        let now = parts.now()
        let bytes = try await parts.reader.read { store in
            guard let export = try store.privacy.export(id) else { throw MemberEndpoints.unknown(id) }
            let document = Mutex(ByteBuffer())
            try PersonalDocument(export, at: now, naming: store.facilities.id(of:)).write { piece in
                document.withLock { _ = $0.writeBytes(piece) }
            }
            return document.withLock { $0 }
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: bytes)
        )
    }

    private func erase(_ call: ServiceCall) async throws -> Response {
        let id: MemberID = try call.pathIdentifier("member")
        let confirmed: (usual: MemberID, withPlus: MemberID)? = try call.readings("confirm")
        guard let confirmed, [confirmed.usual, confirmed.withPlus].contains(id) else {
            throw Problem.invalid(
                "erasing can't be undone; to erase, set `confirm` to the member's id",
                field: "confirm"
            )
        }
        let summary = try await erase(id, for: call.principal.map { AccessCaller(.api, $0) })
        return .json([
            "devices": summary.devices, "fixes": summary.fixes, "events": summary.events, "stays": summary.stays,
            "visits": summary.visits, "reviews": summary.reviews, "tokens": summary.tokens,
            "quarantined": summary.quarantined, "messages": summary.messages,
        ])
    }

    /// Erases a member, with a row of it in the access record.
    func erase(_ id: MemberID, for caller: AccessCaller?) async throws -> ErasureSummary {
        let origin = caller.map { AccessOrigin($0, at: parts.now()) }
        let summary = try await parts.live.withExclusiveAccess(to: id) { pipeline in
            try pipeline.store.privacy.erase(id, recordedFor: origin)
        }
        parts.recorder.forget(id)
        return summary
    }
}
