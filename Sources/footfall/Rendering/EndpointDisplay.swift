internal import Tables
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

struct EndpointRow {
    let stored: StoredEndpoint
    let counts: DeliveryCounts
    /// How its messages are signed; `nil` where that was not looked up.
    var signing: (algorithm: SignatureAlgorithm, publicKey: String?)?

    var endpoint: WebhookEndpoint { stored.endpoint }
}

/// Never shows an endpoint's secret.
enum EndpointDisplay {
    static let columns: [Column<EndpointRow>] = [
        Column("endpoint") { .text($0.endpoint.id.text) },
        Column("state") { .text(state($0)) },
        Column("waiting", isRightAligned: true) { .integer($0.counts.waiting) },
        Column("delivered", isRightAligned: true) { .integer($0.counts.delivered) },
        Column("dead", "given up", isRightAligned: true) { .integer($0.counts.dead) },
        Column("url") { .text($0.endpoint.url) },
    ]

    static let details: [Column<EndpointRow>] =
        columns + [
            Column("events") { .list(types($0.endpoint)) },
            Column("facilities", in: .programs) { .list(($0.endpoint.facilities ?? []).sorted().map(\.text)) },
            Column("facilities", in: [.table]) { facilities($0.endpoint) },
            Column("format") { .text($0.endpoint.format.rawValue) },
            Column("includes_location", "location") { .flag($0.endpoint.includesLocation) },
            Column("allows") { .list(exceptions($0.endpoint)) },
            Column("signature") { .optional($0.signing?.algorithm.version) },
            Column("public_key", "public key") { .optional($0.signing?.publicKey) },
            Column("previous_secret_until", "old secret until") { .optional($0.stored.previousSecret?.until) },
            Column("created_at", "created (UTC)") { .time($0.stored.createdAt) },
            Column("disabled_at", "disabled (UTC)") { .optional($0.stored.disabling?.at) },
            Column("failing_since", "failing since") { .optional($0.stored.failingSince) },
        ]

    private static func state(_ row: EndpointRow) -> String {
        if let reason = row.stored.disabling?.reason { return "disabled: \(reason.rawValue)" }
        return row.stored.failingSince == nil ? "enabled" : "failing"
    }

    private static func types(_ endpoint: WebhookEndpoint) -> [String] {
        guard let types = endpoint.types else { return ["visit.*"] }
        return types.map(\.rawValue).sorted()
    }

    private static func facilities(_ endpoint: WebhookEndpoint) -> Cell {
        guard let facilities = endpoint.facilities else { return .text("all") }
        return .list(facilities.sorted().map(\.text))
    }

    private static func exceptions(_ endpoint: WebhookEndpoint) -> [String] {
        let all: [(WebhookEndpoint.Exceptions, String)] = [
            (.privateAddress, "private"), (.plainHTTP, "insecure"), (.unusualPort, "port"),
        ]
        return all.filter { endpoint.exceptions.contains($0.0) }.map(\.1)
    }
}
