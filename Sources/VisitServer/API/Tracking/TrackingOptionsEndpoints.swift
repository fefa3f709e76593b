internal import Hummingbird
internal import RadarEngine
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel
internal import VisitPipeline

/// The endpoints of the remote tracking options of the eight kinds of phones.
struct TrackingOptionsEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/tracking-options", .read) { _ in try await list() },
            Endpoint(.get, Self.path, .read) { try await show($0) },
            Endpoint(.put, Self.path, .admin, body: .trackingOptions) { try await set($0) },
            Endpoint(.delete, Self.path, .admin) { try await remove($0) },
        ]
    }

    private static let path = "/v1/tracking-options/{os}/{environment}/{trip}"

    /// The path component for phones on a trip and off.
    private enum Trip: String, CaseIterable {
        case on, off
    }

    private func list() async throws -> Response {
        let slots = try await parts.reader.read { try TrackingOptionsRegistry(store: $0).slots() }
        return .rawJSON(
            Array("{\"tracking_options\":[".utf8) + slots.map(\.json).joined(separator: [0x2C]) + Array("]}".utf8)
        )
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        let target = try target(call)
        let slot = try await parts.reader.read { try TrackingOptionsRegistry(store: $0).slot(target) }
        guard slot.isSet else { throw nothing(target) }
        return .rawJSON(slot.json)
    }

    private func set(_ call: ServiceCall) async throws -> Response {
        let (target, now, live) = (try target(call), parts.now(), parts.live)
        let limits = BodyLimits(packed: 64 << 10, unpacked: 64 << 10)
        guard let text = String(validating: try await call.body(limits), as: UTF8.self) else {
            throw Problem.invalid("the body is not JSON: it is not UTF-8")
        }
        let options = try CheckedTrackingOptions(document: text, on: target.platform)
        if let unknown = options.unknownKeys.first {
            throw Problem.unknownField(unknown, known: RadarTrackingOptions.keys(on: target.platform))
        }
        let slot = try await parts.reader.read { store in
            let slot = try TrackingOptionsRegistry(store: store).set(options, for: target, at: now)
            try live.refreshTrackingOptions()
            return slot
        }
        return .rawJSON(slot.json)
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let (target, live) = (try target(call), parts.live)
        let isRemoved = try await parts.reader.read { store in
            let isRemoved = try TrackingOptionsRegistry(store: store).remove(target)
            try live.refreshTrackingOptions()
            return isRemoved
        }
        guard isRemoved else { throw nothing(target) }
        return Response(status: .noContent)
    }

    private func target(_ call: ServiceCall) throws -> RadarRemotePlan.Target {
        let trip: Trip = try call.pathChoice("trip")
        return RadarRemotePlan.Target(
            try call.pathChoice("os"),
            try call.pathChoice("environment"),
            isOnTrip: trip == .on
        )
    }

    private func nothing(_ target: RadarRemotePlan.Target) -> Problem {
        .notFound("no tracking options are set for \(target.words); /v1/tracking-options lists all that are set")
    }
}

extension TrackingOptionsSlot {
    fileprivate var json: [UInt8] {
        var document = JSONObject()
        document["os"] = target.platform.rawValue
        document["environment"] = target.environment.rawValue
        document["trip"] = target.isOnTrip ? "on" : "off"
        document["preset"] = preset
        document["updated_at"] = updatedAt?.iso8601
        // The settings that the options' author may not have intended.
        document["warnings"] = (options?.warnings ?? []).map {
            ["code": $0.code.rawValue, "option": $0.option, "message": $0.message]
        }
        // Why the stored options can't be used.
        document["problem"] = problem
        // The options as phones get them are inserted as text, because an encoder does not keep the order of keys.
        return Array("{\"options\":\(options?.document ?? "null"),".utf8) + JSONDocument.encoded(document).dropFirst()
    }

    private var preset: String? {
        guard case .preset(let preset)? = options?.content else { return nil }
        return preset.rawValue
    }
}
