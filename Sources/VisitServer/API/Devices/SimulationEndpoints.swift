internal import DeviceEngine
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A simulated restart, app update or change of permission is processed like a report of the phone.
struct SimulationEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.post, "/v1/devices/{device}/reboot", .admin) { call in
                try await simulate(call) { pipeline, device, time, now in
                    try pipeline.reboot(device, at: time, observedAt: now, live: true)
                }
            },
            Endpoint(.post, "/v1/devices/{device}/app-update", .admin) { call in
                try await simulate(call) { pipeline, device, time, now in
                    try pipeline.appUpdate(device, at: time, observedAt: now, live: true)
                }
            },
            Endpoint(.post, "/v1/devices/{device}/permission", .admin, reading: PermissionBody.self) { call, body in
                try await simulate(call) { pipeline, device, time, now in
                    try pipeline.change(device, body.location.change, at: time, observedAt: now, live: true)
                }
            },
        ]
    }

    private func simulate(
        _ call: ServiceCall,
        _ body: @escaping @Sendable (VisitPipeline, DeviceID, Timestamp?, Timestamp) throws -> [GeofenceEvent]
    ) async throws -> Response {
        let id: DeviceID = try call.pathIdentifier("device")
        let (time, now) = (try call.time("at"), parts.now())
        if let time, time > now {
            throw Problem.invalid("`at` is \(time), which is in the future; omit it for the current time", field: "at")
        }
        let events = try await simulate(id) { try body($0, id, time, now) }
        return .json(["events": events.map { EventDocument($0) }])
    }

    /// Runs a simulated change with exclusive access to the phone's member, and returns the resulting events.
    ///
    /// Throws `Problem` where there is no such phone, `LiveIngestError`, and the errors of `body`.
    func simulate(
        _ id: DeviceID,
        _ body: @escaping @Sendable (VisitPipeline) throws -> [GeofenceEvent]
    ) async throws -> [GeofenceEvent] {
        guard let stored = try await parts.reader.read({ try $0.devices.find(id) }) else {
            throw DeviceEndpoints.unknown(id)
        }
        let events = try await parts.live.withExclusiveAccess(to: stored.device.member, body)
        parts.live.feed.wake()
        return events
    }
}

struct PermissionBody: RequestDocument {
    let location: Location

    enum CodingKeys: String, CodingKey, CaseIterable {
        case location
    }

    enum Location: String, Decodable, Sendable {
        case always
        case whenInUse = "when_in_use"
        case denied

        var change: PhoneChange {
            switch self {
            case .always: .locationAllowed
            case .whenInUse: .locationAllowedInUse
            case .denied: .locationDenied
            }
        }
    }
}
