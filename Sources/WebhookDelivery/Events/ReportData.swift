internal import VisitModel

/// The `data` of a message about facilities or an endpoint, not about a phone.
struct ReportData: Encodable {
    private let content: WebhookMessage.Content

    init(_ content: WebhookMessage.Content) {
        self.content = content
    }

    private enum Member: String, CodingKey {
        case added, updated, unchanged, retired
        case effectiveFrom = "effective_from"
        case message
        case endpoint, reason
        case failingSince = "failing_since"
    }

    func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        switch content {
        case .visit, .deviceEvent:
            break  // `VisitData` and `DeviceEventData` write them.
        case .facilitiesImported(let added, let updated, let unchanged, let retired, let effectiveFrom):
            try data.encode(added, forKey: .added)
            try data.encode(updated, forKey: .updated)
            try data.encode(unchanged, forKey: .unchanged)
            try data.encode(retired, forKey: .retired)
            try data.encode(effectiveFrom.iso8601, forKey: .effectiveFrom)
        case .endpointDisabled(let endpoint, let reason, let failingSince):
            try data.encode(endpoint.text, forKey: .endpoint)
            try data.encode(reason.rawValue, forKey: .reason)
            try data.encode(failingSince?.iso8601, forKey: .failingSince)
        case .test(let endpoint):
            try data.encode(endpoint.text, forKey: .endpoint)
            try data.encode("This is a test. There is no visit.", forKey: .message)
        }
    }
}
