internal import VisitModel

/// The `data` of a message about a device event that belongs to no visit.
struct DeviceEventData: Encodable {
    private let message: DeviceEventMessage
    private let includesLocation: Bool

    init(_ message: DeviceEventMessage, includesLocation: Bool) {
        self.message = message
        self.includesLocation = includesLocation
    }

    private enum Member: String, CodingKey {
        case device, member
        // Deprecated: the members of `throwable`.
        case code, message
    }

    func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        try data.encode(message.device.text, forKey: .device)
        try data.encode(message.member.text, forKey: .member)
        try EventFields(
            message.event.kind,
            // The documented payload has a location for heartbeats only, and endpoints have never received one for
            // other events.
            at: message.event == .heartbeat ? message.location : nil,
            includesLocation: includesLocation
        ).encode(to: encoder)
        guard case .error(let code, let text) = message.event else { return }
        try data.encode(code, forKey: .code)
        try data.encode(text, forKey: .message)
    }
}
