internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeviceEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/devices", .read, recording: .read) { try await list($0) },
            Endpoint(.get, "/v1/devices/{device}", .read, recording: .read) { try await show($0) },
            Endpoint(.get, "/v1/devices/{device}/geofences", .readOrIngest, recording: .read) {
                try await geofences($0)
            },
            Endpoint(.get, "/v1/devices/{device}/registrations", .read, recording: .read) {
                try await registrations(of: $0.pathIdentifier("device"))
            },
            Endpoint(.get, "/v1/registrations", .read, recording: .read) { call in
                guard let device = try await parts.reader.device(call) else {
                    throw Problem.invalid("`device` is missing; give the phone's id", field: "device")
                }
                return try await registrations(of: device)
            },
            Endpoint(.get, "/v1/devices/{device}/fixes", .read, recording: .read) { try await fixes($0) },
        ]
    }

    private func list(_ call: ServiceCall) async throws -> Response {
        let (limit, last): (Int, DeviceID?) = (try call.limit(), try call.afterID("devices"))
        let member = try await parts.reader.member(call)
        let (now, text) = (parts.now(), try call.text("q"))
        let (found, presences) = try await parts.reader.read { store in
            let presences = try store.devicePresences(at: now)
            guard let member else {
                return (try store.devices.all(containing: text, after: last, limit: limit + 1), presences)
            }
            let devices = try (store.members.find(member)?.devices ?? []).filter { device in
                last.map { device.id > $0 } ?? true
                    && text.map { "\(device.id)\n\(member)".lowercased().contains($0.lowercased()) } ?? true
            }
            return (try devices.prefix(limit + 1).compactMap { try store.devices.find($0.id) }, presences)
        }
        return .json(
            JSONObject(page: "devices", of: found, limit: limit, place: { [$0.device.id.text] }) {
                $0.json(presences[$0.device.id])
            }
        )
    }

    private func show(_ call: ServiceCall) async throws -> Response {
        let id: DeviceID = try call.pathIdentifier("device")
        let (live, now) = (parts.live, parts.now())
        return .json(
            try await parts.reader.read { store in
                guard let stored = try store.devices.find(id) else { throw Self.unknown(id) }
                let condition = try live.pipeline.condition(of: id)
                var document = stored.json(try store.presence(of: stored.device, at: now))
                document["last_heard_at"] = condition.lastHeardAt?.iso8601
                document["registered"] = condition.registered.count
                document["delivered"] = condition.delivered.count
                return document
            }
        )
    }

    private func geofences(_ call: ServiceCall) async throws -> Response {
        let id: DeviceID = try call.pathIdentifier("device")
        let (live, principal, now) = (parts.live, call.principal, parts.now())
        let refusal = Problem.forbidden(
            "this token is bound to another phone; use the phone's own token, or its member's"
        )
        if let bound = principal?.device, bound != id { throw refusal }
        return .json(
            try await parts.reader.read { store in
                guard let stored = try store.devices.find(id) else { throw Self.unknown(id) }
                if let bound = principal?.member, bound != stored.device.member { throw refusal }
                let watched = try live.pipeline.registrations(of: id)
                // Phones have tokens of the role `ingest`; a response to any other client does not reach the phone. On
                // a full disk the response is sent all the same: the geofences matter more than the record of their
                // delivery.
                if principal?.role == .ingest {
                    try? live.pipeline.recordDelivery(of: watched, to: id, at: now)
                }
                var document = JSONObject()
                document["device"] = id.text
                document["limit"] = stored.device.platform.geofenceLimit
                document["geofences"] = try watched.compactMap { try store.facilities.find($0) }
                    .map { FenceOrder($0.facility).json }
                return document
            }
        )
    }

    private func registrations(of id: DeviceID) async throws -> Response {
        let live = parts.live
        return .json(
            try await parts.reader.read { store in
                guard let stored = try store.devices.find(id) else { throw Self.unknown(id) }
                var document = JSONObject()
                document["device"] = id.text
                document["limit"] = stored.device.platform.geofenceLimit
                document["facilities"] = try live.pipeline.registrations(of: id).map(\.text)
                document["delivered"] = try live.pipeline.deliveredGeofences(of: id).map(\.text)
                return document
            }
        )
    }

    private func fixes(_ call: ServiceCall) async throws -> Response {
        let id: DeviceID = try call.pathIdentifier("device")
        let (since, until) = (try call.time("since"), try call.time("until"))
        let limit = try call.limit(default: 500, most: 5_000)
        let after = try call.after("fixes") { parts -> FixCursor? in
            guard parts.count == 2, let time = Int64(parts[0]), let ordinal = Int(parts[1]), ordinal > 0 else {
                return nil
            }
            return FixCursor(time: Timestamp(milliseconds: time), ordinal: ordinal)
        }
        let live = parts.live
        let page = try await parts.reader.read { store in
            guard try store.devices.find(id) != nil else { throw Self.unknown(id) }
            return try live.pipeline.fixes(of: id, since: since, until: until, after: after, size: limit)
        }
        return .json(
            JSONObject(
                page: "fixes",
                page.fixes.map(\.json),
                next: page.next.map { PageCursor.text("fixes", ["\($0.time.milliseconds)", "\($0.ordinal)"]) }
            )
        )
    }

    static func unknown(_ id: DeviceID) -> Problem {
        .notFound("there is no device `\(id)`; /v1/devices lists those that sent something")
    }
}
