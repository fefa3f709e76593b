internal import Foundation
internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct QuarantineEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/quarantine", .read, recording: .read) { try await list($0) },
            Endpoint(.delete, "/v1/quarantine", .admin) { try await purge($0) },
            Endpoint(.get, "/v1/quarantine/{key}", .read, recording: .read) { try await show($0) },
            Endpoint(.delete, "/v1/quarantine/{key}", .admin) { try await remove($0) },
            Endpoint(.post, "/v1/quarantine/{key}/retry", .admin) { try await retry($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        var filter = try await filter(call)
        filter.newestFirst = try call.flag("newest_first")
        filter.after = try call.after("quarantine", QuarantinedRecord.Key.init(parts:))
        filter.limit = limit + 1
        let found = try await parts.reader.read { [filter] in try $0.quarantine.all(matching: filter) }
        return .json(
            JSONObject(page: "quarantine", of: found, limit: limit, place: { $0.key.parts }) {
                $0.json(withRecord: false)
            }
        )
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard let record = try await parts.reader.read({ try $0.quarantine.find(key) }) else { throw unknown(key) }
        return .json(record.json(withRecord: true))
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        guard try await parts.reader.read({ try $0.quarantine.delete(key) }) else { throw unknown(key) }
        return Response(status: .noContent)
    }

    private func retry(_ call: ServiceCall) async throws -> Response {
        let key = try key(call)
        let owner = PhoneSender(
            member: try await parts.reader.member(call, "as_member"),
            device: try await parts.reader.device(call, "as_device")
        )
        guard let outcome = try await parts.live.retry(key, as: owner) else { throw unknown(key) }
        return .json(outcome.json)
    }

    private func purge(_ call: ServiceCall) async throws -> Response {
        let filter = try await filter(call)
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

    private func filter(_ call: ServiceCall) async throws -> QuarantineFilter {
        QuarantineFilter(
            app: try call.text("app"),
            device: try await parts.reader.device(call),
            member: try await parts.reader.member(call),
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

extension QuarantinedRecord {
    /// The stored bytes; `nil` where they are no valid UTF-8.
    var text: String? { String(validating: record, as: UTF8.self) }

    var base64: String { Data(record).base64EncodedString() }

    fileprivate func json(withRecord: Bool) -> JSONObject {
        var json = JSONObject()
        json["key"] = key.rawValue
        json["app"] = app
        json["member"] = member?.text
        json["device"] = device?.text
        json["code"] = code
        json["message"] = message
        json["received_at"] = receivedAt.iso8601
        json["repeated_at"] = repeatedAt?.iso8601
        json["repeats"] = repeats
        json["size"] = size
        json["kept_size"] = record.count
        json["sha256"] = sha256Text
        guard withRecord else { return json }
        if let text { json["record"] = text } else { json["record_base64"] = base64 }
        return json
    }
}

extension RetriedRecord {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["key"] = key.rawValue
        json["accepted"] = isAccepted
        json["code"] = reason?.code
        json["message"] = reason?.message
        return json
    }
}
