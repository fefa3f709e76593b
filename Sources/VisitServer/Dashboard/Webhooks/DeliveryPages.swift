internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeliveryPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("deliveries", 50)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/deliveries", .read) { try await list($0) },
            authentication.page(.get, "/deliveries/{message}", .read, recording: .read) { try await show($0) },
        ]
    }

    private struct ListContent {
        let endpoint: String
        let endpoints: [Choice]
        let states: [Choice]
        let deliveries: [DeliveryRow]
        let hasDeliveries: Bool
        let first: String?
        let next: String?
        /// The page that sends the failed ones of the list; `nil` where the list has none.
        let replay: String?
    }

    private struct Choice {
        let value: String
        let text: String
        let isChosen: Bool
    }

    private func list(_ page: PageCall) async throws -> Response {
        let (call, now) = (page.call, authentication.parts.now())
        let endpoint = try await authentication.parts.reader.endpoint(call)
        let state: DeliveryReport.State? = try call.choice("state")
        let filter = DeliveryFilter(
            endpoint: endpoint,
            states: state.map { [$0] } ?? [],
            after: try call.after(Self.listName, DeliveryCursor.init(parts:))
        )
        func address(_ after: String?) -> String {
            DashboardLink.query(
                "/deliveries",
                ["endpoint": endpoint?.text, "state": state?.rawValue, "after": after]
            )
        }
        let (found, endpoints, clock) = try await authentication.parts.reader.read { store in
            (
                try store.outbox.page(matching: filter, size: Self.pageSize),
                try store.endpoints.all().map(\.endpoint.id),
                try PageClock(store, at: now)
            )
        }
        let states: [(DeliveryReport.State, String)] = [
            (.pending, "to be sent"), (.waiting, "waiting"), (.delivered, "delivered"), (.dead, "given up"),
        ]
        let content = ListContent(
            endpoint: endpoint?.text ?? "",
            endpoints: endpoints.map { Choice(value: $0.text, text: $0.text, isChosen: $0 == endpoint) },
            states: states.map { Choice(value: $0.0.rawValue, text: $0.1, isChosen: $0.0 == state) },
            deliveries: found.deliveries.map { DeliveryRow($0, clock) },
            hasDeliveries: !found.deliveries.isEmpty,
            first: filter.after == nil ? nil : address(nil),
            next: found.next.map { address(PageCursor.text(Self.listName, $0.parts)) },
            replay: state == .delivered
                ? nil : DashboardLink.query("/deliveries/replay", ["endpoint": endpoint?.text])
        )
        return page.shows("deliveries", title: "Deliveries", in: .webhooks, content, uses: [.pages])
    }

    private struct MessageContent {
        let message: String
        let deliveries: [DeliveryRow]
        let attempts: [AttemptRow]
        let hasAttempts: Bool
        let body: String
    }

    private func show(_ page: PageCall) async throws -> Response {
        let id: MessageID = try page.call.pathIdentifier("message")
        let now = authentication.parts.now()
        let content = try await authentication.parts.reader.read { store in
            guard let body = try store.outbox.body(of: id) else {
                throw Problem.notFound("There is no message `\(id)`; see the list of deliveries.")
            }
            let clock = try PageClock(store, at: now)
            let attempts = try store.outbox.attempts(of: id).map { AttemptRow($0.endpoint, $0.attempt, clock) }
            return MessageContent(
                message: id.text,
                deliveries: try store.outbox.page(matching: DeliveryFilter(message: id), size: 200).deliveries
                    .map { DeliveryRow($0, clock) },
                attempts: attempts,
                hasAttempts: !attempts.isEmpty,
                body: String(decoding: body, as: UTF8.self)
            )
        }
        return page.shows("message", title: "Message \(id)", in: .webhooks, content, uses: [.pages])
    }
}
