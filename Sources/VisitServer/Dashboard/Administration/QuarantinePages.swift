internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct QuarantinePages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("quarantine", 50)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/quarantine", .read, recording: .read) { try await list($0) },
            authentication.page(.get, "/quarantine/{key}", .read, recording: .read) { try await show($0) },
            authentication.page(.post, "/quarantine/{key}/retry", .admin, fields: ["as_member", "as_device"]) {
                try await retry($0)
            },
            authentication.page(.post, "/quarantine/{key}/remove", .admin) { try await remove($0) },
            authentication.page(
                .post,
                "/quarantine/purge",
                .admin,
                fields: ["app", "member", "device", "code", "all"]
            ) { try await purge($0) },
        ]
    }

    private struct ListContent {
        let app: String
        let device: String
        let member: String
        let code: String
        let hasFilter: Bool
        let count: String
        let records: [QuarantineRow]
        let hasRecords: Bool
        /// Records dropped for lack of space; `nil` where none were.
        let dropped: String?
        let first: String?
        let next: String?
    }

    private func list(_ page: PageCall) async throws -> Response {
        let (call, now) = (page.call, authentication.parts.now())
        let wanted = QuarantineFilter(
            app: try call.text("app"),
            device: try await authentication.parts.reader.device(call),
            member: try await authentication.parts.reader.member(call),
            code: try call.text("code")
        )
        var filter = wanted
        filter.newestFirst = true
        filter.after = try call.after(Self.listName, QuarantinedRecord.Key.init(parts:))
        filter.limit = Self.pageSize + 1
        @Sendable func address(_ after: String?) -> String {
            DashboardLink.query(
                "/quarantine",
                [
                    "app": wanted.app, "device": wanted.device?.text, "member": wanted.member?.text,
                    "code": wanted.code, "after": after,
                ]
            )
        }
        let content = try await authentication.parts.reader.read { [filter] store in
            let clock = try PageClock(store, at: now)
            let found = try store.quarantine.all(matching: filter)
            let usage = try store.quarantine.usage()
            return ListContent(
                app: wanted.app ?? "",
                device: wanted.device?.text ?? "",
                member: wanted.member?.text ?? "",
                code: wanted.code ?? "",
                hasFilter: wanted != QuarantineFilter(),
                count: PageNumber.text(try store.quarantine.count(matching: wanted), "record", "records"),
                records: found.prefix(Self.pageSize).map { QuarantineRow($0, clock) },
                hasRecords: !found.isEmpty,
                dropped: usage.dropped == 0 ? nil : PageNumber.text(usage.dropped, "record was", "records were"),
                first: filter.after == nil ? nil : address(nil),
                next: found.last(ofPage: Self.pageSize).map { address(PageCursor.text(Self.listName, $0.key.parts)) }
            )
        }
        return page.shows("quarantine", title: "Quarantine", in: .quarantine, content, uses: [.pages])
    }

    private struct RecordContent {
        let row: QuarantineRow
        let size: String
        /// `nil` where the whole record is stored.
        let kept: String?
        let sha256: String?
        let record: String
        let isText: Bool
    }

    private func show(_ page: PageCall) async throws -> Response {
        let (key, now) = (try Self.key(page), authentication.parts.now())
        let content = try await authentication.parts.reader.read { store in
            guard let record = try store.quarantine.find(key) else { throw Self.unknown(key) }
            let text = record.text
            return RecordContent(
                row: QuarantineRow(record, try PageClock(store, at: now)),
                size: PageNumber.text(record.size, "byte", "bytes"),
                kept: record.isWhole ? nil : PageNumber.text(record.record.count, "byte", "bytes"),
                sha256: record.sha256Text,
                record: text ?? record.base64,
                isText: text != nil
            )
        }
        return page.shows(
            "quarantined",
            title: "Record \(key.rawValue)",
            in: .quarantine,
            content,
            uses: [.pages]
        )
    }

    private func retry(_ page: PageCall) async throws -> Response {
        let key = try Self.key(page)
        let owner = PhoneSender(
            member: try PlainText.identifier(page.form["as_member"], "as_member"),
            device: try PlainText.identifier(page.form["as_device"], "as_device")
        )
        guard let outcome = try await authentication.parts.live.retry(key, as: owner) else { throw Self.unknown(key) }
        guard let reason = outcome.reason else {
            return page.goes(to: "/quarantine", saying: PageFlash(.done, "Record \(key.rawValue) is stored now."))
        }
        return page.goes(
            to: "/quarantine/\(key.rawValue)",
            saying: PageFlash(.failed, "It still can't be used: \(reason.message)")
        )
    }

    private func remove(_ page: PageCall) async throws -> Response {
        let key = try Self.key(page)
        guard try await authentication.parts.reader.read({ try $0.quarantine.delete(key) }) else {
            throw Self.unknown(key)
        }
        return page.goes(to: "/quarantine", saying: PageFlash(.done, "Record \(key.rawValue) is deleted."))
    }

    private func purge(_ page: PageCall) async throws -> Response {
        let form = page.form
        let filter = QuarantineFilter(
            app: try form["app"].map { try PlainText.checked($0, "app") },
            device: try PlainText.identifier(form["device"], "device"),
            member: try PlainText.identifier(form["member"], "member"),
            code: try form["code"].map { try PlainText.checked($0, "code") }
        )
        guard filter != QuarantineFilter() || form["all"] != nil else {
            throw Problem.invalid("Select the records to delete, or all of them.")
        }
        let count = try await authentication.parts.reader.read { try $0.quarantine.delete(matching: filter) }
        let words = PageNumber.text(count, "record is deleted.", "records are deleted.")
        return page.goes(to: "/quarantine", saying: PageFlash(.done, words))
    }

    private static func key(_ page: PageCall) throws -> QuarantinedRecord.Key {
        guard let number = Int64(try page.call.parameter("key")), number > 0 else {
            throw Problem.notFound("That is not a record number; see the list.")
        }
        return QuarantinedRecord.Key(rawValue: number)
    }

    private static func unknown(_ key: QuarantinedRecord.Key) -> Problem {
        .notFound("There is no record \(key.rawValue) any more; see the list.")
    }
}

struct QuarantineRow: Sendable {
    let key: String
    let address: String
    let app: String
    let member: String?
    let device: String?
    let code: String
    let message: String
    let received: PageClock.Moment
    let repeated: PageClock.Moment?
    let repeats: String?

    init(_ record: QuarantinedRecord, _ clock: PageClock) {
        key = "\(record.key.rawValue)"
        address = DashboardLink.quarantined(record.key)
        app = record.app
        member = record.member?.text
        device = record.device?.text
        (code, message) = (record.code, record.message)
        received = clock.moment(record.receivedAt)
        repeated = record.repeatedAt.map(clock.moment)
        repeats = record.repeats > 0 ? PageNumber.text(record.repeats, "more time", "more times") : nil
    }
}
