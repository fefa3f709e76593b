internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhookEndpointEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/webhooks", .read) { _ in try await list() },
            Endpoint(.post, "/v1/webhooks", .admin, reading: WebhookBody.self) { try await create($1) },
            Endpoint(.get, "/v1/webhooks/{endpoint}", .read) { call in
                .json(try await answer(call.pathIdentifier("endpoint")))
            },
            Endpoint(.patch, "/v1/webhooks/{endpoint}", .admin, reading: WebhookPatch.self) {
                try await change($0, $1)
            },
            Endpoint(.delete, "/v1/webhooks/{endpoint}", .admin) { try await remove($0) },
            Endpoint(.post, "/v1/webhooks/{endpoint}/test", .admin) { try await test($0) },
            Endpoint(.post, "/v1/webhooks/{endpoint}/rotate-secret", .admin, reading: RotationBody.self) {
                try await rotate($0, $1)
            },
        ]
    }

    private func list() async throws -> Response {
        let endpoints = try administration().endpoints
        let all = try await parts.reader.read { store in
            let counts = try store.endpoints.deliveryCounts()
            return try store.endpoints.all().map { WebhookStatus($0, counts, endpoints).json }
        }
        return .json(["webhooks": all])
    }

    private func create(_ body: WebhookBody) async throws -> Response {
        let (endpoints, now) = (try administration().endpoints, parts.now())
        var generator = SystemRandomNumberGenerator()
        let endpoint = try body.endpoint(parts.webhookExceptions, using: &generator)
        let secret = try await parts.reader.read { _ in
            try endpoints.add(endpoint, signing: body.algorithm ?? .hmac, at: now)
        }
        return .json(try await answer(endpoint.id, with: secret), status: .created)
    }

    private func change(_ call: ServiceCall, _ patch: WebhookPatch) async throws -> Response {
        let id: EndpointID = try call.pathIdentifier("endpoint")
        let (endpoints, now) = (try administration().endpoints, parts.now())
        let types = try WebhookBody.types(patch.events)
        let facilities = try WebhookBody.facilities(patch.facilities)
        try await parts.reader.read { store in
            let stored = try endpoints.endpoint(id)
            for facility in (facilities ?? []).sorted() where try store.facilities.find(facility) == nil {
                throw Problem.invalid("there is no facility `\(facility)`", field: "facilities")
            }
            if patch.events != nil || patch.changesFacilities {
                try store.endpoints.change(
                    stored.key,
                    types: patch.events == nil ? stored.endpoint.types : types,
                    facilities: patch.changesFacilities ? facilities : stored.endpoint.facilities
                )
            }
            switch (patch.isEnabled, stored.disabling) {
            case (true?, .some): try store.endpoints.enable(stored.key)
            case (false?, nil): try endpoints.disable(stored, at: now)
            default: break
            }
        }
        return .json(try await answer(id))
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let id: EndpointID = try call.pathIdentifier("endpoint")
        let endpoints = try administration().endpoints
        try await parts.reader.read { store in try store.endpoints.remove(endpoints.endpoint(id).key) }
        return Response(status: .noContent)
    }

    private func test(_ call: ServiceCall) async throws -> Response {
        let id: EndpointID = try call.pathIdentifier("endpoint")
        let (office, now) = (try administration(), parts.now())
        let stored = try await parts.reader.read { _ in try office.endpoints.endpoint(id) }
        return .json(try await office.tryOut(stored, at: now).json)
    }

    private func rotate(_ call: ServiceCall, _ body: RotationBody) async throws -> Response {
        let id: EndpointID = try call.pathIdentifier("endpoint")
        let (endpoints, now) = (try administration().endpoints, parts.now())
        let hours = body.overlapHours ?? 24
        guard (0...720).contains(hours) else {
            throw Problem.invalid("`overlap_hours` is \(hours), expected 0 to 720", field: "overlap_hours")
        }
        let secret = try await parts.reader.read { _ in
            try endpoints.rotateSecret(
                of: endpoints.endpoint(id),
                signing: body.algorithm,
                overlap: .seconds(hours * 3_600),
                endsEarlier: body.force ?? false,
                at: now
            )
        }
        return .json(try await answer(id, with: secret))
    }

    private func answer(_ id: EndpointID) async throws -> JSONObject {
        let endpoints = try administration().endpoints
        return try await parts.reader.read { store in
            let (stored, counts) = (try endpoints.endpoint(id), try store.endpoints.deliveryCounts())
            return WebhookStatus(stored, counts, endpoints).json
        }
    }

    /// With the value that verifies signatures, which is shown once; null where the public key does.
    private func answer(_ id: EndpointID, with secret: NewEndpointSecret) async throws -> JSONObject {
        var document = try await answer(id)
        document["secret"] = secret.secret
        return document
    }

    private func administration() throws -> WebhookAdministration {
        guard let webhooks = parts.webhooks else {
            throw Problem(.conflict, "no_webhooks", "webhooks are not managed by this service; use `footfall webhooks`")
        }
        return webhooks
    }
}
