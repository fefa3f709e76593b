internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The list of who read, exported, erased or corrected members' data.
struct AccessRecordEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [Endpoint(.get, "/v1/access-record", .admin) { try await list($0) }]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        let filter = AccessFilter(
            member: try await parts.reader.member(call),
            action: try call.choice("action"),
            interface: try call.choice("via"),
            since: try call.time("since"),
            until: try call.time("until"),
            after: try call.after("access_record", AccessEntry.Key.init(parts:)),
            limit: limit + 1
        )
        let found = try await parts.reader.read { try $0.accessRecord.all(matching: filter) }
        return .json(
            JSONObject(page: "access_record", of: found, limit: limit, place: { $0.key.parts }) { $0.json }
        )
    }
}

extension AccessEntry {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["first_at"] = firstAt.iso8601
        json["last_at"] = lastAt.iso8601
        json["count"] = count
        json["action"] = action.rawValue
        json["via"] = caller.interface.rawValue
        json["caller"] = caller.id
        json["caller_note"] = caller.note
        json["member"] = member?.text
        json["erased_member"] = erasedMemberText
        return json
    }
}
