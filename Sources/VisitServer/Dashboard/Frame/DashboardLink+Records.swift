internal import VisitModel
internal import VisitStore

extension DashboardLink {
    static func member(_ id: MemberID) -> String { "/members/\(quoted(id.text))" }
    static func device(_ id: DeviceID) -> String { "/devices/\(quoted(id.text))" }
    static func endpoint(_ id: EndpointID) -> String { "/webhooks/\(quoted(id.text))" }
    static func message(_ id: MessageID) -> String { "/deliveries/\(quoted(id.text))" }
    static func token(_ id: TokenID) -> String { "/tokens/\(quoted(id.text))" }
    static func quarantined(_ key: QuarantinedRecord.Key) -> String { "/quarantine/\(key.rawValue)" }
}
