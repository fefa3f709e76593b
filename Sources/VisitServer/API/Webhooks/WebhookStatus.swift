internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A webhook endpoint with its deliveries and its signature; the secret is not part of it.
struct WebhookStatus: Sendable {
    let stored: StoredEndpoint
    let counts: DeliveryCounts
    let signature: (version: String, publicKey: String?)?

    init(_ stored: StoredEndpoint, _ counts: [EndpointKey: DeliveryCounts], _ endpoints: WebhookEndpoints?) {
        self.stored = stored
        self.counts = counts[stored.key] ?? DeliveryCounts()
        signature = endpoints?.signature(of: stored)
    }

    var events: [String] { stored.endpoint.types.map { $0.map(\.rawValue).sorted() } ?? ["visit.*"] }

    /// The exceptions to public https addresses.
    var allows: [String] {
        let exceptions: [(WebhookEndpoint.Exceptions, String)] = [
            (.privateAddress, "private"), (.plainHTTP, "insecure"), (.unusualPort, "port"),
        ]
        return exceptions.filter { stored.endpoint.exceptions.contains($0.0) }.map(\.1)
    }
}

extension WebhookStatus {
    var json: JSONObject {
        let endpoint = stored.endpoint
        var json = JSONObject()
        json["endpoint"] = endpoint.id.text
        json["url"] = endpoint.url
        json["state"] =
            stored.disabling.map { "disabled: \($0.reason.rawValue)" }
            ?? (stored.failingSince == nil ? "enabled" : "failing")
        json["waiting"] = counts.waiting
        json["delivered"] = counts.delivered
        json["dead"] = counts.dead
        json["events"] = events
        // Null for all.
        json["facilities"] = endpoint.facilities.map { $0.sorted().map(\.text) }
        json["format"] = endpoint.format.rawValue
        json["includes_location"] = endpoint.includesLocation
        json["allows"] = allows
        json["signature"] = signature?.version
        json["public_key"] = signature?.publicKey
        json["previous_secret_until"] = stored.previousSecret?.until.iso8601
        json["created_at"] = stored.createdAt.iso8601
        json["disabled_at"] = stored.disabling?.at.iso8601
        json["failing_since"] = stored.failingSince?.iso8601
        return json
    }
}

extension EndpointTrial {
    var json: JSONObject {
        var json = JSONObject()
        json["message"] = message.text
        json["delivered"] = isDelivered
        json["took_ms"] = tookMilliseconds
        json["status"] = status
        json["detail"] = failure
        json["woken"] = woken
        return json
    }
}
