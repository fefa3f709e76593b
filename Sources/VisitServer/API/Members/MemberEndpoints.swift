internal import GeofenceEngine
internal import Hummingbird
internal import SQLiteStorage
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct MemberEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/members", .read, recording: .read) { try await list($0) },
            Endpoint(.get, "/v1/members/{member}", .read, recording: .read) { try await show($0) },
            Endpoint(.put, "/v1/members/{member}", .admin, reading: MemberBody.self, recording: .read) {
                try await put($0, $1)
            },
            Endpoint(.put, "/v1/members/{member}/facilities/{facility}", .admin, recording: .read) {
                try await add($0)
            },
            Endpoint(.delete, "/v1/members/{member}/facilities/{facility}", .admin, recording: .read) {
                try await remove($0)
            },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let (limit, last): (Int, MemberID?) = (try call.limit(), try call.afterID("members"))
        let (now, text) = (parts.now(), try call.text("q"))
        let (found, presences) = try await parts.reader.read { store in
            (
                try store.members.all(containing: text, after: last, limit: limit + 1),
                try store.visits.presences(at: now)
            )
        }
        return .json(
            JSONObject(page: "members", of: found, limit: limit, place: { [$0.member.id.text] }) {
                $0.json(presences[$0.member.id])
            }
        )
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        try await answer(call.pathIdentifier("member"))
    }

    private func put(_ call: ServiceCall, _ body: MemberBody) async throws -> Response {
        let id: MemberID = try call.pathIdentifier("member")
        let (list, zone, details) = (try body.list(), try body.zone(), try body.details())
        let (stated, now) = (try body.groupDay(), parts.now())
        let isNew = try await parts.reader.read { store in
            do {
                let today = now.localDate(in: try store.settings.defaultTimeZone() ?? .utc)
                return try store.members.replace(
                    Member(id: id, facilities: list),
                    timeZone: zone,
                    details: details,
                    groupsFrom: GroupStart(stated: stated, today: today)
                )
            } catch let error as StorageError where error.code == .unknownName {
                throw Problem.invalid(error.message, field: "facilities")
            }
        }
        return try await answer(id, status: isNew ? .created : .ok)
    }

    private func add(_ call: ServiceCall) async throws -> Response {
        let (id, facility): (MemberID, FacilityID) = (
            try call.pathIdentifier("member"), try call.pathIdentifier("facility")
        )
        try await parts.reader.read { store in
            guard try store.members.find(id) != nil else { throw Self.unknown(id) }
            guard try store.members.addFacility(facility, toListOf: id) != nil else {
                throw Problem(
                    .conflict,
                    "conflict",
                    "the member `\(id)` has no list and may visit all facilities; PUT the member with a list first"
                )
            }
        }
        return try await answer(id)
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let (id, facility): (MemberID, FacilityID) = (
            try call.pathIdentifier("member"), try call.pathIdentifier("facility")
        )
        _ = try await parts.reader.read { try $0.members.removeFacility(facility, from: id) }
        return try await answer(id)
    }

    private func answer(_ id: MemberID, status: HTTPResponse.Status = .ok) async throws -> Response {
        let now = parts.now()
        let (found, presence) = try await parts.reader.read { store in
            (try store.members.find(id), try store.visits.presence(of: id, at: now))
        }
        guard let stored = found else { throw Self.unknown(id) }
        var document = stored.json(presence)
        document["facilities"] = stored.member.facilities?.sorted().map(\.text)
        return .json(document, status: status)
    }

    static func unknown(_ id: MemberID) -> Problem {
        .notFound("there is no member `\(id)`; /v1/members lists all of them")
    }
}

/// A member's facilities as cards, nearest first.
struct MemberFacilityEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [Endpoint(.get, "/v1/members/{member}/facilities", .read, recording: .read) { try await cards($0) }]
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
            JSONObject(
                page: "facilities",
                stretch.cards.map(\.json),
                next: stretch.next.map { PageCursor.text("cards", MemberFacilityList.parts($0)) }
            )
        )
    }
}

extension StoredMember {
    fileprivate func json(_ presence: Presence?) -> JSONObject {
        var json = JSONObject()
        json["member"] = member.id.text
        json["name"] = name?.text
        json["groups"] = groups.map { period in
            var json = JSONObject()
            json["from"] = period.since?.description
            json["group"] = period.group?.text
            return json
        }
        json["in"] = presence.map { JSONObject($0) }
        // Without a list the member may visit the whole network.
        json["has_list"] = member.facilities != nil
        json["facility_count"] = member.facilities?.count
        json["devices"] = devices.map(\.id.text)
        json["time_zone"] = timeZone?.identifier
        return json
    }
}

struct MemberBody: RequestDocument {
    /// `nil` for the whole network.
    let facilities: [String]?
    let timeZone: String?
    /// A missing key keeps what is stored, `null` removes it.
    let name: String??
    let group: String??
    /// The first day of the group; `nil` for today.
    let groupFrom: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case facilities, name, group
        case timeZone = "time_zone"
        case groupFrom = "group_from"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // The whole network needs an explicit null: a missing key is an error.
        guard container.contains(.facilities) else {
            throw DecodingError.keyNotFound(
                CodingKeys.facilities,
                .init(codingPath: [], debugDescription: "missing")
            )
        }
        facilities = try container.decodeIfPresent([String].self, forKey: .facilities)
        timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
        name = container.contains(.name) ? .some(try container.decodeIfPresent(String.self, forKey: .name)) : nil
        group = container.contains(.group) ? .some(try container.decodeIfPresent(String.self, forKey: .group)) : nil
        groupFrom = try container.decodeIfPresent(String.self, forKey: .groupFrom)
    }

    func details() throws -> MemberDetailsChange {
        MemberDetailsChange(name: try Self.change(name, "name"), group: try Self.change(group, "group"))
    }

    func groupDay() throws -> CivilDate? {
        guard let groupFrom else { return nil }
        guard group != nil else {
            throw Problem.invalid("`group_from` is the first day of a `group`, which is missing", field: "group")
        }
        guard let day = CivilDate(text: groupFrom) else {
            throw Problem.invalid("`group_from` is no day, expected for instance 2024-03-05", field: "group_from")
        }
        return day
    }

    private static func change<Subject>(_ text: String??, _ field: String) throws -> ValueChange<Identifier<Subject>> {
        guard let text else { return .kept }
        return try text.map { .set(try PlainText.identifier($0, field)) } ?? .removed
    }

    func list() throws -> Set<FacilityID>? {
        guard let facilities else { return nil }
        return Set(try facilities.map { try PlainText.identifier($0, "facilities") })
    }

    func zone() throws -> TimeZoneName? {
        guard let timeZone else { return nil }
        return try PlainText.valid("time_zone") { () throws(ValidationError) in try TimeZoneName(timeZone) }
    }
}
