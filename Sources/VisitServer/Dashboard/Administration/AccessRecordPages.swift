internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitStore

struct AccessRecordPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("access-record", 50)

    var all: [Endpoint] {
        [authentication.page(.get, "/access-record", .admin) { try await list($0) }]
    }

    private struct Content {
        let member: String
        let actions: [Choice]
        let hasFilter: Bool
        let rows: [Row]
        let hasRows: Bool
        let retention: String
        let first: String?
        let next: String?
    }

    private struct Choice {
        let value: String
        let text: String
        let isChosen: Bool
    }

    private struct Row {
        let moment: PageClock.Moment
        /// `nil` for a single access.
        let repeats: Repeats?
        let action: String
        let caller: String
        let note: String?
        /// `nil` for several members, and for one who was erased.
        let member: Member?
        /// In place of a member.
        let words: String?
    }

    private struct Repeats {
        let count: String
        let last: PageClock.Moment
    }

    private struct Member {
        let id: String
        let address: String
    }

    private func list(_ page: PageCall) async throws -> Response {
        let (call, now) = (page.call, authentication.parts.now())
        let action: AccessAction? = try call.choice("action")
        let member = try await authentication.parts.reader.member(call)
        let filter = AccessFilter(
            member: member,
            action: action,
            after: try call.after(Self.listName, AccessEntry.Key.init(parts:)),
            limit: Self.pageSize + 1
        )
        @Sendable func address(_ after: String?) -> String {
            DashboardLink.query(
                DashboardLink.accessRecord,
                ["member": member?.text, "action": action?.rawValue, "after": after]
            )
        }
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let found = try store.accessRecord.all(matching: filter)
            let days = try store.settings.retentionPeriods().accessDays
            return Content(
                member: member?.text ?? "",
                actions: AccessAction.allCases.map {
                    Choice(value: $0.rawValue, text: Self.words($0), isChosen: $0 == action)
                },
                hasFilter: member != nil || action != nil,
                rows: found.prefix(Self.pageSize).map { Self.row($0, clock) },
                hasRows: !found.isEmpty,
                retention: days.map { "for \(PageNumber.text($0, "day", "days"))" } ?? "forever",
                first: filter.after == nil ? nil : address(nil),
                next: found.last(ofPage: Self.pageSize).map { address(PageCursor.text(Self.listName, $0.key.parts)) }
            )
        }
        return page.shows("access-record", title: "Access record", in: .accessRecord, content, uses: [.pages])
    }

    private static func row(_ entry: AccessEntry, _ clock: PageClock) -> Row {
        Row(
            moment: clock.moment(entry.firstAt),
            repeats: entry.count == 1
                ? nil : Repeats(count: PageNumber.text(entry.count, "time", "times"), last: clock.moment(entry.lastAt)),
            action: words(entry.action),
            caller: caller(entry.caller),
            note: entry.caller.note,
            member: entry.member.map { Member(id: $0.text, address: DashboardLink.member($0)) },
            words: entry.member != nil
                ? nil : entry.erasedMemberText.map { "erased member \($0.prefix(12))…" } ?? "several members"
        )
    }

    private static func words(_ action: AccessAction) -> String {
        switch action {
        case .read: "read"
        case .export: "exported"
        case .erase: "erased"
        case .correct: "corrected a visit"
        }
    }

    private static func caller(_ caller: AccessCaller) -> String {
        switch caller.interface {
        case .api: "token \(caller.id), API"
        case .page: "token \(caller.id), dashboard"
        case .command: "\(caller.id), command line"
        }
    }
}
