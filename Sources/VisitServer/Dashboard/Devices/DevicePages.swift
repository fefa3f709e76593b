internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DevicePages: Sendable {
    let authentication: DashboardAuthentication

    private static let (listName, pageSize) = ("devices", 50)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/devices", .read, recording: .read) { try await list($0) },
            authentication.page(.get, "/devices/{device}", .read, recording: .read) { try await show($0) },
            authentication.page(.get, "/devices/{device}/track", .read, recording: .export) { page in
                try await DownloadEndpoints(parts: authentication.parts).track(page.call)
            },
            authentication.page(.get, "/devices/{device}/on-map", .read, recording: .read) { try await map($0) },
        ]
    }

    private struct ListContent {
        /// A part of the ids; empty for all.
        let text: String
        let isSearch: Bool
        let devices: [Row]
        let hasDevices: Bool
        let first: String?
        let next: String?
    }

    private struct Row {
        let device: String
        let address: String
        let member: String
        let memberAddress: String
        let platform: String
        let seen: PageClock.Moment?
        let fixes: String
    }

    private func list(_ page: PageCall) async throws -> Response {
        let now = authentication.parts.now()
        let last: DeviceID? = try page.call.afterID(Self.listName)
        let wanted = try await authentication.parts.reader.device(page.call)
        if let wanted { return page.goes(to: DashboardLink.device(wanted)) }
        let text = try page.call.text("q")
        if let text, let id = try? DeviceID(text),
            try await authentication.parts.reader.read({ try $0.devices.find(id) != nil })
        {
            return page.goes(to: DashboardLink.device(id))
        }
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let found = try store.devices.all(containing: text, after: last, limit: Self.pageSize + 1)
            let next = found.last(ofPage: Self.pageSize)?.device.id.text
            return ListContent(
                text: text ?? "",
                isSearch: text != nil,
                devices: found.prefix(Self.pageSize).map { stored in
                    Row(
                        device: stored.device.id.text,
                        address: DashboardLink.device(stored.device.id),
                        member: stored.device.member.text,
                        memberAddress: DashboardLink.member(stored.device.member),
                        platform: stored.device.platformWords,
                        seen: stored.newestFixAt.map(clock.moment),
                        fixes: PageNumber.text(stored.fixCount)
                    )
                },
                hasDevices: !found.isEmpty,
                first: last == nil ? nil : DashboardLink.query("/devices", ["q": text]),
                next: next.map {
                    DashboardLink.query("/devices", ["q": text, "after": PageCursor.text(Self.listName, [$0])])
                }
            )
        }
        return page.shows("devices", title: "Devices", in: .devices, content, uses: [.pages])
    }

    private func show(_ page: PageCall) async throws -> Response {
        let id: DeviceID = try page.call.pathIdentifier("device")
        let (day, asksDoctor) = (try page.call.day("day"), try page.call.flag("doctor"))
        let (live, dashboard, now) = (authentication.parts.live, authentication.dashboard, authentication.parts.now())
        let content = try await authentication.parts.reader.read { store in
            let stored = try store.devices.required(id)
            return try DeviceContent(
                stored,
                store,
                live.pipeline,
                dashboard,
                DeviceDay(stored, store, asked: day, at: now),
                doctor: DoctorContent(of: id, store, isAsked: asksDoctor, at: now)
            )
        }
        return page.shows(
            "device",
            title: content.device,
            in: .devices,
            content,
            uses: MapContent.files + [.pages, .live, .device]
        )
    }

    private func map(_ page: PageCall) async throws -> Response {
        let id: DeviceID = try page.call.pathIdentifier("device")
        let (day, live, now) = (try page.call.day("day"), authentication.parts.live, authentication.parts.now())
        let document = try await authentication.parts.reader.read { store in
            let stored = try store.devices.required(id)
            let fences = try DeviceFences(stored, store, live.pipeline)
            let day = try DeviceDay(stored, store, asked: day, at: now)
            return fences.document(with: try DeviceTrack(of: id, on: day, live.pipeline), in: day.clock.zone)
        }
        return .json(document, headers: [.cacheControl: "no-store"])
    }
}

extension Device {
    var platformWords: String {
        guard isPlatformKnown else { return "unknown" }
        return switch platform {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}

extension DeviceRepository {
    /// Throws `Problem` for a page where the device is unknown.
    func required(_ id: DeviceID) throws -> StoredDevice {
        guard let stored = try find(id) else {
            throw Problem.notFound("There is no device `\(id)`; see the list of devices.")
        }
        return stored
    }
}
