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
            JSONObject(page: "quarantine", of: found, limit: limit, place: { $0.key.parts }) {
                JSONObject(quarantined: $0, withRecord: false)
            }
        )
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard let record = try await parts.reader.read({ try $0.quarantine.find(key) }) else { throw unknown(key) }
        return .json(JSONObject(quarantined: record, withRecord: true))
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard try await parts.reader.read({ try $0.quarantine.delete(key) }) else { throw unknown(key) }
        return Response(status: .noContent)
    }

    private func retry(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard let outcome = try await parts.live.retry(key) else { throw unknown(key) }
        return .json(JSONObject(retried: outcome))
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

extension JSONObject {
    fileprivate init(quarantined record: QuarantinedRecord, withRecord: Bool) {
        self.init()
        self["key"] = record.key.rawValue
        self["app"] = record.app
        self["member"] = record.member?.text
        self["device"] = record.device?.text
        self["code"] = record.code
        self["message"] = record.message
        self["received_at"] = record.receivedAt.iso8601
        self["repeated_at"] = record.repeatedAt?.iso8601
        self["repeats"] = record.repeats
        self["size"] = record.size
        self["kept_size"] = record.record.count
        self["sha256"] = record.sha256Text
        guard withRecord else { return }
        if let text = record.text { self["record"] = text } else { self["record_base64"] = record.base64 }
    }

    fileprivate init(retried record: RetriedRecord) {
        self.init()
        self["key"] = record.key.rawValue
        self["accepted"] = record.isAccepted
        self["code"] = record.reason?.code
        self["message"] = record.reason?.message
    }
}

extension QuarantinedRecord {
    /// The stored bytes; `nil` where they are no valid UTF-8.
    var text: String? { String(validating: record, as: UTF8.self) }

    var base64: String { Data(record).base64EncodedString() }
}
