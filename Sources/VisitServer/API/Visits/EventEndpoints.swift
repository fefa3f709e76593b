internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct EventEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/events", .read) { try await list($0) },
            Endpoint(.get, "/v1/events/stream", .read) { call in
                try await EventStream(live: parts.live, reader: parts.reader).respond(call)
            },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        var query = try EventQuery.filter(call)
        query.visit = try call.identifier("visit")
        query.after = try call.after("events") { parts -> EventCursor? in
            let numbers = parts.compactMap(Int64.init)
            guard parts.count == 4, numbers.count == 4, let ordinal = Int(exactly: numbers[3]) else { return nil }
            return EventCursor(
                occurredAt: Timestamp(milliseconds: numbers[0]),
                device: DeviceKey(rawValue: numbers[1]),
                trigger: Timestamp(milliseconds: numbers[2]),
                ordinal: ordinal
            )
        }
        let page = try await parts.reader.read { [query] in try $0.events.page(matching: query, size: limit) }
        let next = page.next.map { place in
            PageCursor.text(
                "events",
                [
                    place.occurredAt.milliseconds, place.device.rawValue, place.trigger.milliseconds,
                    Int64(place.ordinal),
                ]
                .map(\.description)
            )
        }
        return .json(Page(name: "events", items: page.events.map { EventDocument($0) }, next: next))
    }
}
