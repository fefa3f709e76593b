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

extension JSONObject {
    init(webhook: WebhookStatus) {
        let (stored, endpoint) = (webhook.stored, webhook.stored.endpoint)
        self.init()
        self["endpoint"] = endpoint.id.text
        self["url"] = endpoint.url
        self["state"] =
            stored.disabling.map { "disabled: \($0.reason.rawValue)" }
            ?? (stored.failingSince == nil ? "enabled" : "failing")
        self["waiting"] = webhook.counts.waiting
        self["delivered"] = webhook.counts.delivered
        self["dead"] = webhook.counts.dead
        self["events"] = webhook.events
        // Null for all.
        self["facilities"] = endpoint.facilities.map { $0.sorted().map(\.text) }
        self["format"] = endpoint.format.rawValue
        self["includes_location"] = endpoint.includesLocation
        self["allows"] = webhook.allows
        self["signature"] = webhook.signature?.version
        self["public_key"] = webhook.signature?.publicKey
        self["previous_secret_until"] = stored.previousSecret?.until.iso8601
        self["created_at"] = stored.createdAt.iso8601
        self["disabled_at"] = stored.disabling?.at.iso8601
        self["failing_since"] = stored.failingSince?.iso8601
    }

    init(trial: EndpointTrial) {
        self.init()
        self["message"] = trial.message.text
        self["delivered"] = trial.isDelivered
        self["took_ms"] = trial.tookMilliseconds
        self["status"] = trial.status
        self["detail"] = trial.failure
    }
}
