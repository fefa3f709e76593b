internal import Foundation
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct QuarantineEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/quarantine", .read) { try await list($0) },
            Endpoint(.delete, "/v1/quarantine", .admin) { try await purge($0) },
            Endpoint(.get, "/v1/quarantine/{key}", .read) { try await show($0) },
            Endpoint(.delete, "/v1/quarantine/{key}", .admin) { try await remove($0) },
            Endpoint(.post, "/v1/quarantine/{key}/retry", .admin) { try await retry($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        var filter = try filter(call)
        filter.newestFirst = try call.flag("newest_first")
        filter.after = try call.after("quarantine", QuarantinedRecord.Key.init(parts:))
        filter.limit = limit + 1
        let found = try await parts.reader.read { [filter] in try $0.quarantine.all(matching: filter) }
        return .json(
            Page("quarantine", found, limit: limit, place: { $0.key.parts }) {
                QuarantineResponse($0, withRecord: false)
            }
        )
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard let record = try await parts.reader.read({ try $0.quarantine.find(key) }) else { throw unknown(key) }
        return .json(QuarantineResponse(record, withRecord: true))
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard try await parts.reader.read({ try $0.quarantine.delete(key) }) else { throw unknown(key) }
        return Response(status: .noContent)
    }

    private func retry(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard let outcome = try await parts.live.retry(key) else { throw unknown(key) }
        return .json(RetryResponse(outcome))
    }

    private func purge(_ call: ServiceCall) async throws -> Response {
        let filter = try filter(call)
        guard try filter != QuarantineFilter() || call.flag("all") else {
            throw Problem.invalid(
                """
                give a filter for the records to delete: `app`, `device`, `member`, `code`, `since`, `until`, or \
                `all=true`
                """
            )
        }
        return .json(["deleted": try await parts.reader.read { try $0.quarantine.delete(matching: filter) }])
    }

    private func filter(_ call: ServiceCall) throws -> QuarantineFilter {
        QuarantineFilter(
            app: try call.text("app"),
            device: try call.identifier("device"),
            member: try call.identifier("member"),
            code: try call.text("code"),
            since: try call.time("since"),
            until: try call.time("until")
        )
    }

    private func key(_ call: ServiceCall) throws -> QuarantinedRecord.Key {
        let text = try call.parameter("key")
        guard let number = Int64(text), number > 0 else {
            throw Problem.invalid("`key` is not a record number; /v1/quarantine lists them", field: "key")
        }
        return QuarantinedRecord.Key(rawValue: number)
    }

    private func unknown(_ key: QuarantinedRecord.Key) -> Problem {
        .notFound("there is no record \(key.rawValue); /v1/quarantine lists all of them")
    }
}

struct QuarantineResponse: Encodable, Sendable {
    let key: Int64
    let app: String
    @OrNull var member: String?
    @OrNull var device: String?
    let code: String
    let message: String
    let receivedAt: String
    @OrNull var repeatedAt: String?
    let repeats: Int
    /// The length of the received record, in bytes.
    let size: Int
    /// The number of stored bytes, counted from the first.
    let keptSize: Int
    /// Of the whole record in hexadecimal, where only the first bytes are stored.
    @OrNull var sha256: String?
    /// Where a single record is requested and it is valid UTF-8.
    let record: String?
    /// Where a single record is requested and it is no valid UTF-8.
    let recordBase64: String?

    enum CodingKeys: String, CodingKey {
        case key, app, member, device, code, message, repeats, size, sha256, record
        case keptSize = "kept_size"
        case receivedAt = "received_at"
        case repeatedAt = "repeated_at"
        case recordBase64 = "record_base64"
    }

    init(_ record: QuarantinedRecord, withRecord: Bool) {
        key = record.key.rawValue
        app = record.app
        code = record.code
        message = record.message
        receivedAt = record.receivedAt.iso8601
        repeats = record.repeats
        size = record.size
        keptSize = record.record.count
        let text = withRecord ? String(validating: record.record, as: UTF8.self) : nil
        self.record = text
        recordBase64 = withRecord && text == nil ? Data(record.record).base64EncodedString() : nil
        member = record.member?.text
        device = record.device?.text
        repeatedAt = record.repeatedAt?.iso8601
        sha256 = record.sha256Text
    }
}

struct RetryResponse: Encodable, Sendable {
    let key: Int64
    let accepted: Bool
    @OrNull var code: String?
    @OrNull var message: String?

    init(_ record: RetriedRecord) {
        key = record.key.rawValue
        accepted = record.isAccepted
        code = record.reason?.code
        message = record.reason?.message
    }
}
