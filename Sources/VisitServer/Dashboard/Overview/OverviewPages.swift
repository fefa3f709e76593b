internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct OverviewPages: Sendable {
    let authentication: DashboardAuthentication

    private static let eventLimit = 25
    private static let deviceLimit = 8

    var all: [Endpoint] {
        [
            authentication.page(.get, "/", .read) { try await show($0) },
            authentication.page(.get, "/overview/numbers", .read) { _ in try await numbers() },
            authentication.page(.get, "/overview/events", .read) { try await authentication.stream($0) },
        ]
    }

    private struct Content {
        let numbers: OverviewNumbers
        let isWriting: Bool
        let events: [LiveEvent]
        let hasEvents: Bool
        /// The sequence number of the newest event on the page, after which the stream continues.
        let newest: Int64
        let devices: [SeenDevice]
        let facilities: Bool
        let zone: String
        let month: String
    }

    private struct SeenDevice {
        let device: String
        let member: String
        let platform: String
        let seen: PageClock.Moment
    }

    private func show(_ page: PageCall) async throws -> Response {
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let newest = try store.events.newestNumber()
            let emitted = try store.events.emitted(
                after: max(0, newest - Int64(Self.eventLimit)),
                limit: Self.eventLimit
            )
            return Content(
                numbers: try OverviewNumbers(store, live, clock),
                isWriting: live.failure == nil,
                events: try LiveEvent.all(emitted.reversed(), store, clock),
                hasEvents: !emitted.isEmpty,
                newest: max(newest, emitted.last?.number ?? 0),
                devices: try store.devices.latest(limit: Self.deviceLimit).map { stored in
                    SeenDevice(
                        device: stored.device.id.text,
                        member: stored.device.member.text,
                        platform: stored.device.platformWords,
                        seen: clock.moment(stored.newestFixAt ?? now)
                    )
                },
                facilities: try !store.facilities.all(matching: FacilityFilter(limit: 1)).isEmpty,
                zone: clock.zone.identifier,
                month: PageClock.text(now.localMonth(in: clock.zone))
            )
        }
        return page.shows("overview", title: "Overview", in: .overview, content, uses: [.live])
    }

    private func numbers() async throws -> Response {
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        return .json(
            try await authentication.parts.reader.read { try OverviewNumbers($0, live, PageClock($0, at: now)) },
            headers: [.cacheControl: "no-store"]
        )
    }
}

extension PageClock {
    /// In the database's default time zone.
    init(_ store: VisitStore, at now: Timestamp) throws {
        self.init(zone: try store.settings.defaultTimeZone() ?? .utc, now: now)
    }
}
