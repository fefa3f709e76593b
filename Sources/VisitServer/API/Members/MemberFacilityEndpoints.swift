internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoint of a member's facilities as cards, nearest first.
struct MemberFacilityEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [Endpoint(.get, "/v1/members/{member}/facilities", .read) { try await cards($0) }]
    }

    private func cards(_ call: ServiceCall) async throws -> Response {
        let list = MemberFacilityList(
            member: try call.pathIdentifier("member"),
            month: try call.month("month"),
            point: try call.point(),
            now: parts.now()
        )
        let (limit, after) = (try call.limit(), try call.after("cards", MemberFacilityList.place))
        let live = parts.live
        let stretch = try await parts.reader.read { try list.cards($0, live.pipeline, after: after, limit: limit) }
        return .json(
            Page(
                name: "facilities",
                items: stretch.cards,
                next: stretch.next.map { PageCursor.text("cards", MemberFacilityList.parts($0)) }
            )
        )
    }
}
