internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhookPages: Sendable {
    let authentication: DashboardAuthentication

    var all: [Endpoint] {
        [
            authentication.page(.get, "/webhooks", .read) { try await show($0) },
            authentication.page(
                .post,
                "/webhooks",
                .admin,
                fields: ["url", "id", "format", "algorithm", "events", "facilities", "location"]
            ) { try await add($0) },
            authentication.page(.post, "/webhooks/{endpoint}/test", .admin) { try await test($0) },
            authentication.page(.post, "/webhooks/{endpoint}/enable", .admin) { page in
                try await change(page, "is enabled") { endpoints, stored, _ in
                    try endpoints.store.endpoints.enable(stored.key)
                }
            },
            authentication.page(.post, "/webhooks/{endpoint}/disable", .admin) { page in
                try await change(page, "is disabled; its messages stay queued until it is enabled") {
                    if $1.disabling == nil { try $0.disable($1, at: $2) }
                }
            },
            authentication.page(.post, "/webhooks/{endpoint}/remove", .admin) { page in
                try await change(page, "was removed with its queued messages") { endpoints, stored, _ in
                    try endpoints.store.endpoints.remove(stored.key)
                }
            },
        ]
    }

    private struct Content {
        let isManaged: Bool
        let endpoints: [EndpointContent]
        let hasEndpoints: Bool
        let types: [String]
        let form: Form
        let problem: String?
        let deliveries: [DeliveryRow]
        let hasDeliveries: Bool
    }

    /// The submitted values, for showing the form again.
    private struct Form {
        let url: String
        let id: String
        let facilities: String
    }

    private static let deliveryLimit = 10

    private func show(_ page: PageCall, problem: Problem? = nil) async throws -> Response {
        let (office, now) = (authentication.parts.webhooks, authentication.parts.now())
        let (form, mayChange) = (page.form, page.mayChange)
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let counts = try store.endpoints.deliveryCounts()
            let endpoints = try store.endpoints.all().map {
                EndpointContent(
                    WebhookStatus($0, counts, office?.endpoints),
                    clock,
                    mayChange: mayChange && office != nil
                )
            }
            let deliveries = try store.outbox.page(size: Self.deliveryLimit).deliveries
            return Content(
                isManaged: office != nil,
                endpoints: endpoints,
                hasEndpoints: !endpoints.isEmpty,
                types: MessageType.selectable.map(\.rawValue),
                form: Form(url: form["url"] ?? "", id: form["id"] ?? "", facilities: form["facilities"] ?? ""),
                problem: problem?.detail,
                deliveries: deliveries.map { DeliveryRow($0, clock) },
                hasDeliveries: !deliveries.isEmpty
            )
        }
        return page.shows("webhooks", title: "Webhooks", in: .webhooks, content, uses: [.pages], problem: problem)
    }

    private func add(_ page: PageCall) async throws -> Response {
        let (endpoints, now, form) = (try administration().endpoints, authentication.parts.now(), page.form)
        do {
            let chosen = form.all("events")
            let facilities = (form["facilities"] ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
            let body = WebhookBody(
                url: form["url"] ?? "",
                id: form["id"],
                events: chosen.isEmpty ? nil : chosen,
                facilities: facilities.isEmpty ? nil : facilities,
                includesLocation: form["location"] != nil,
                format: form["format"].flatMap(WebhookEndpoint.Format.init),
                algorithm: form["algorithm"].flatMap(EndpointSigning.init)
            )
            var generator = SystemRandomNumberGenerator()
            let endpoint = try body.endpoint(authentication.parts.webhookExceptions, using: &generator)
            let secret = try await authentication.parts.reader.read { _ in
                try endpoints.add(endpoint, signing: body.algorithm ?? .hmac, at: now)
            }
            let content = SecretContent(
                title: "Endpoint \(endpoint.id) added",
                words:
                    "Give the signing secret or the public key to the receiver, which verifies the messages with it.",
                secret: secret.secret,
                publicKey: secret.publicKey,
                back: "/webhooks"
            )
            return page.shows("secret", title: "Endpoint added", in: .webhooks, content, uses: [.pages])
        } catch {
            return try await show(page, problem: Problem(ofForm: error))
        }
    }

    private func test(_ page: PageCall) async throws -> Response {
        let id: EndpointID = try page.call.pathIdentifier("endpoint")
        let (office, now) = (try administration(), authentication.parts.now())
        let stored = try await authentication.parts.reader.read { _ in try office.endpoints.endpoint(id) }
        let trial = try await office.tryOut(stored, at: now)
        let took = "after \(trial.tookMilliseconds) ms"
        let woken =
            trial.woken == 0
            ? "" : " \(PageNumber.text(trial.woken, "message that waited is", "messages that waited are")) due now."
        let flash =
            trial.isDelivered
            ? PageFlash(.done, "`\(id)` accepted the test message \(took) with status \(trial.status ?? 200).\(woken)")
            : PageFlash(
                .failed,
                "`\(id)` did not accept the test message \(took): "
                    + (trial.failure ?? "it responded with status \(trial.status ?? 0).")
            )
        return page.goes(to: "/webhooks", saying: flash)
    }

    private func change(
        _ page: PageCall,
        _ words: String,
        _ body: @escaping @Sendable (WebhookEndpoints, StoredEndpoint, Timestamp) throws -> Void
    ) async throws -> Response {
        let id: EndpointID = try page.call.pathIdentifier("endpoint")
        let (endpoints, now) = (try administration().endpoints, authentication.parts.now())
        try await authentication.parts.reader.read { _ in try body(endpoints, endpoints.endpoint(id), now) }
        return page.goes(to: "/webhooks", saying: PageFlash(.done, "`\(id)` \(words)."))
    }

    private func administration() throws -> WebhookAdministration {
        guard let webhooks = authentication.parts.webhooks else {
            throw Problem(
                .conflict,
                "no_webhooks",
                "Webhooks are not managed by this service; use `footfall webhooks` on its machine."
            )
        }
        return webhooks
    }
}
