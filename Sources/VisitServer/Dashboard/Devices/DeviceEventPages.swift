internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The pages of a phone's events: the list, the live stream, and the events of a simulated restart or update.
struct DeviceEventPages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("device-events", 200)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/devices/{device}/events", .read, recording: .read) { try await list($0) },
            authentication.page(.get, "/devices/{device}/live", .read, recording: .read) { try await listen($0) },
            authentication.page(.get, "/devices/{device}/numbers", .read, recording: .read) { try await numbers($0) },
            authentication.page(.post, "/devices/{device}/reboot", .admin) { page in
                try await simulate(page, "The phone was restarted") { pipeline, device, now in
                    try pipeline.reboot(device, observedAt: now, live: true)
                }
            },
            authentication.page(.post, "/devices/{device}/app-update", .admin) { page in
                try await simulate(page, "The app was updated") { pipeline, device, now in
                    try pipeline.appUpdate(device, observedAt: now, live: true)
                }
            },
        ]
    }

    private struct Content {
        let device: String
        let address: String
        let events: [LiveEvent]
        let hasEvents: Bool
        let zone: String
        let first: String?
        let next: String?
    }

    private func list(_ page: PageCall) async throws -> Response {
        let id: DeviceID = try page.call.pathIdentifier("device")
        let now = authentication.parts.now()
        let after = try page.call.after(Self.listName, EventCursor.init(parts:))
        let content = try await authentication.parts.reader.read { store in
            let stored = try store.devices.required(id)
            let clock = try DeviceDay(stored, store, asked: nil, at: now).clock
            let found = try store.events.page(matching: EventFilter(device: id, after: after), size: Self.pageSize)
            let address = "\(DashboardLink.device(id))/events"
            return Content(
                device: id.text,
                address: DashboardLink.device(id),
                events: try LiveEvent.all(of: found.events, store, clock),
                hasEvents: !found.events.isEmpty,
                zone: clock.zone.identifier,
                first: after == nil ? nil : address,
                next: found.next.map {
                    DashboardLink.query(address, ["after": PageCursor.text(Self.listName, $0.parts)])
                }
            )
        }
        return page.shows("device-events", title: "Events of \(id)", in: .devices, content, uses: [.pages])
    }

    private func listen(_ page: PageCall) async throws -> Response {
        let id: DeviceID = try page.call.pathIdentifier("device")
        let zone = try await authentication.parts.reader.read { try $0.devices.required(id).timeZone }
        return try await authentication.stream(page, EventFilter(device: id), in: zone)
    }

    private func numbers(_ page: PageCall) async throws -> Response {
        let id: DeviceID = try page.call.pathIdentifier("device")
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        let numbers = try await authentication.parts.reader.read { store in
            try DeviceNumbers(
                store.devices.required(id),
                live.pipeline.condition(of: id),
                store,
                PageClock(store, at: now)
            )
        }
        return .json(numbers, headers: [.cacheControl: "no-store"])
    }

    private func simulate(
        _ page: PageCall,
        _ words: String,
        _ body: @escaping @Sendable (VisitPipeline, DeviceID, Timestamp) throws -> [GeofenceEvent]
    ) async throws -> Response {
        let id: DeviceID = try page.call.pathIdentifier("device")
        let now = authentication.parts.now()
        let events = try await SimulationEndpoints(parts: authentication.parts).simulate(id) { try body($0, id, now) }
        let summary =
            events.isEmpty
            ? "\(words) (simulated): no events, because the phone keeps its geofences."
            : "\(words) (simulated): \(PageNumber.text(events.count, "event", "events"))."
        // The page's script shows the events itself and stays on the page.
        if page.call.header("Accept")?.contains("text/html") != true { return .json(["told": summary]) }
        return page.goes(to: "\(DashboardLink.device(id))#events", saying: PageFlash(.done, summary))
    }
}
