internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct MemberPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("members", 50)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/members", .read, recording: .read) { try await list($0) },
            authentication.page(.get, "/members/{member}", .read, recording: .read) { try await show($0) },
            authentication.page(.get, "/members/{member}/visits", .read, recording: .export) { page in
                try await DownloadEndpoints(parts: authentication.parts).visits(page.call)
            },
            authentication.page(.get, "/members/{member}/export", .admin, recording: .export) { try await export($0) },
            authentication.page(.get, "/members/{member}/erase", .admin) { try await confirmErasure($0) },
            authentication.page(.post, "/members/{member}/erase", .admin, fields: ["confirm"]) { try await erase($0) },
        ]
    }

    private struct ListContent {
        /// Whether only members are listed who are in a facility now.
        let isInside: Bool
        /// A part of the ids or names; empty for all.
        let text: String
        let isSearch: Bool
        let month: String
        let members: [Row]
        let hasMembers: Bool
        let first: String?
        let next: String?
    }

    private struct Row {
        let member: String
        let name: String?
        /// That of visits that begin today.
        let group: String
        let address: String
        let places: String
        let devices: String
        let presence: PresenceContent?
        let visits: String
    }

    private func list(_ page: PageCall) async throws -> Response {
        let now = authentication.parts.now()
        let last: MemberID? = try page.call.afterID(Self.listName)
        let wanted = try await authentication.parts.reader.member(page.call)
        if let wanted { return page.goes(to: DashboardLink.member(wanted)) }
        let (isInside, text) = (try page.call.flag("inside"), try page.call.text("q"))
        if let text, let id = try? MemberID(text),
            try await authentication.parts.reader.read({ try $0.members.find(id) != nil })
        {
            return page.goes(to: DashboardLink.member(id))
        }
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let month = now.localMonth(in: clock.zone)
            let presences = try store.visits.presences(at: now)
            let found =
                try isInside
                ? Self.inside(presences.keys.filter { id in last.map { id > $0 } ?? true }, containing: text, store)
                : store.members.all(containing: text, after: last, limit: Self.pageSize + 1)
            let next = found.last(ofPage: Self.pageSize)?.member.id.text
            return ListContent(
                isInside: isInside,
                text: text ?? "",
                isSearch: text != nil,
                month: PageClock.text(month),
                members: try found.prefix(Self.pageSize).map { stored in
                    let records = try store.visits.placeRecords(of: stored.member.id).values
                    return Row(
                        member: stored.member.id.text,
                        name: stored.name?.text,
                        group: stored.group(on: now.localDate(in: clock.zone))?.text ?? "",
                        address: DashboardLink.member(stored.member.id),
                        places: stored.placesInWords,
                        devices: PageNumber.text(stored.devices.count),
                        presence: try presences[stored.member.id].map { try PresenceContent($0, store, clock) },
                        visits: PageNumber.text(records.reduce(0) { $0 + ($1.counts[month] ?? 0) })
                    )
                },
                hasMembers: !found.isEmpty,
                first: last == nil
                    ? nil : DashboardLink.query("/members", ["q": text, "inside": isInside ? "true" : nil]),
                next: next.map {
                    DashboardLink.query(
                        "/members",
                        [
                            "q": text, "after": PageCursor.text(Self.listName, [$0]),
                            "inside": isInside ? "true" : nil,
                        ]
                    )
                }
            )
        }
        return page.shows("members", title: "Members", in: .members, content, uses: [.pages])
    }

    /// One more of them than a page has.
    private static func inside(
        _ ids: [MemberID],
        containing text: String?,
        _ store: VisitStore
    ) throws -> [StoredMember] {
        var found: [StoredMember] = []
        for id in ids.sorted() where found.count <= pageSize {
            guard let stored = try store.members.find(id), text.map(stored.contains) ?? true else { continue }
            found.append(stored)
        }
        return found
    }

    private func show(_ page: PageCall) async throws -> Response {
        let id: MemberID = try page.call.pathIdentifier("member")
        let (month, live, now) = (try page.call.month("month"), authentication.parts.live, authentication.parts.now())
        let content = try await authentication.parts.reader.read { store in
            try MemberContent(store.members.required(id), store, live.pipeline, month: month, at: now)
        }
        return page.shows("member", title: content.member, in: .members, content, uses: [.pages])
    }

    private func export(_ page: PageCall) async throws -> Response {
        let id: MemberID = try page.call.pathIdentifier("member")
        _ = try await authentication.parts.reader.read { try $0.members.required(id) }
        var response = try await MemberPrivacyEndpoints(parts: authentication.parts).document(of: id)
        response.headers[.contentDisposition] = "attachment; filename=\"member.json\""
        return response
    }

    private struct EraseContent {
        let member: String
        let address: String
        let memberAddress: String
        let exportAddress: String
        let devices: String
        let problem: String?
    }

    private func confirmErasure(_ page: PageCall, problem: Problem? = nil) async throws -> Response {
        let id: MemberID = try page.call.pathIdentifier("member")
        let stored = try await authentication.parts.reader.read { try $0.members.required(id) }
        let address = DashboardLink.member(id)
        let content = EraseContent(
            member: id.text,
            address: "\(address)/erase",
            memberAddress: address,
            exportAddress: "\(address)/export",
            devices: PageNumber.text(stored.devices.count, "phone", "phones"),
            problem: problem?.detail
        )
        return page.shows("member-erase", title: "Erase \(id)", in: .members, content, uses: [.pages], problem: problem)
    }

    private func erase(_ page: PageCall) async throws -> Response {
        let id: MemberID = try page.call.pathIdentifier("member")
        _ = try await authentication.parts.reader.read { try $0.members.required(id) }
        guard page.form["confirm"] == id.text else {
            let problem = Problem.invalid("This is not the member's id, so nothing was erased.")
            return try await confirmErasure(page, problem: problem)
        }
        let erased = try await MemberPrivacyEndpoints(parts: authentication.parts)
            .erase(id, for: AccessCaller(.page, page.principal))
        let words = [
            PageNumber.text(erased.devices, "phone", "phones"), PageNumber.text(erased.fixes, "fix", "fixes"),
            PageNumber.text(erased.events, "event", "events"), PageNumber.text(erased.visits, "visit", "visits"),
            PageNumber.text(erased.messages, "message", "messages"),
        ]
        return page.goes(
            to: "/members",
            saying: PageFlash(.done, "`\(id)` was erased: \(words.joined(separator: ", ")).")
        )
    }
}

extension StoredMember {
    /// Whether the id or the name has a text in it, in any case.
    fileprivate func contains(_ text: String) -> Bool {
        [member.id.text, name?.text ?? ""].contains { $0.lowercased().contains(text.lowercased()) }
    }

    var placesInWords: String {
        member.facilities.map { PageNumber.text($0.count, "facility", "facilities") } ?? "all facilities"
    }
}

extension MemberRepository {
    /// Throws `Problem` for a page where the member is unknown.
    func required(_ id: MemberID) throws -> StoredMember {
        guard let stored = try find(id) else {
            throw Problem.notFound("There is no member `\(id)`; see the list of members.")
        }
        return stored
    }
}
