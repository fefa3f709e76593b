internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeliveryEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/deliveries", .read) { try await list($0) },
            Endpoint(.get, "/v1/deliveries/{message}", .read) { try await attempts($0) },
            Endpoint(.post, "/v1/deliveries/replay", .admin) { try await replay($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let limit = try call.limit()
        let filter = DeliveryFilter(
            endpoint: try call.identifier("endpoint"),
            message: try call.identifier("message"),
            states: Set(try call.choices("state")),
            since: try call.time("since"),
            after: try call.after("deliveries") { parts in
                let numbers = parts.compactMap(Int64.init)
                guard parts.count == 2, numbers.count == 2 else { return nil }
                return DeliveryCursor(message: numbers[0], endpoint: numbers[1])
            }
        )
        let page = try await parts.reader.read { try $0.outbox.page(matching: filter, size: limit) }
        return .json(
            Page(
                name: "deliveries",
                items: page.deliveries.map { DeliveryResponse($0) },
                next: page.next.map { PageCursor.text("deliveries", ["\($0.message)", "\($0.endpoint)"]) }
            )
        )
    }

    private func attempts(_ call: ServiceCall) async throws -> Response {
        let id: MessageID = try call.pathIdentifier("message")
        return .json(
            try await parts.reader.read { store in
                guard try store.outbox.body(of: id) != nil else { throw Self.unknown(id) }
                var deliveries: [DeliveryResponse] = []
                try store.outbox.forEach(matching: DeliveryFilter(message: id)) {
                    deliveries.append(DeliveryResponse($0))
                }
                return MessageResponse(
                    message: id.text,
                    deliveries: deliveries,
                    attempts: try store.outbox.attempts(of: id).map { AttemptResponse($0.endpoint, $0.attempt) }
                )
            }
        )
    }

    private func replay(_ call: ServiceCall) async throws -> Response {
        let count = try await replay(call.json(ReplayBody.self, parts.documentLimits))
        return .json(["queued": count], status: .accepted)
    }

    /// Queues messages to be sent again, and returns their number.
    ///
    /// Throws `Problem` for an unknown message or endpoint.
    func replay(_ body: ReplayBody) async throws -> Int {
        let (selection, endpoint, now) = (try body.selection(), try body.endpointID(), parts.now())
        return try await parts.reader.read { store in
            let key = try endpoint.map { id in
                guard let stored = try store.endpoints.find(id) else {
                    throw Problem.invalid("there is no endpoint `\(id)`", field: "endpoint")
                }
                return stored.key
            }
            let count = try store.outbox.replay(ReplayRequest(selection, to: key), at: now)
            if count == 0, case .message(let id) = selection, try store.outbox.body(of: id) == nil {
                throw Self.unknown(id)
            }
            return count
        }
    }

    private static func unknown(_ id: MessageID) -> Problem {
        .notFound("there is no message `\(id)`; /v1/deliveries lists the latest")
    }
}
