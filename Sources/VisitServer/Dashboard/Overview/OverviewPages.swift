internal import HTTPTypes
internal import Hummingbird
internal import SQLiteStorage
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct OverviewPages: Sendable {
    let authentication: DashboardAuthentication

    /// The events that are shown, beside those of geofences that were registered or unregistered, and those that are read.
    private static let (eventLimit, readLimit) = (25, 200)
    private static let deviceLimit = 8

    var all: [Endpoint] {
        [
            authentication.page(.get, "/", .read, recording: .read) { try await show($0) },
            authentication.page(.get, "/overview/numbers", .read) { _ in try await numbers() },
            authentication.page(.get, "/overview/on-map", .read, recording: .read) { _ in try await map() },
            authentication.page(.get, "/overview/events", .read, recording: .read) {
                try await authentication.stream($0)
            },
        ]
    }

    private struct Content {
        let numbers: OverviewNumbers
        let isWriting: Bool
        let events: [LiveEvent]
        let hasEvents: Bool
        let map: MapContent
        let chart: DayChart
        /// The sequence number of the newest event on the page, after which the stream continues.
        let newest: Int64
        let devices: [SeenDevice]
        let facilities: Bool
        let zone: String
        let month: String
        /// The lists of the visits of today and of the month.
        let todayAddress: String
        let monthAddress: String
    }

    private struct SeenDevice {
        let device: String
        let address: String
        let member: String
        let memberAddress: String
        let platform: String
        let seen: PageClock.Moment
    }

    private func show(_ page: PageCall) async throws -> Response {
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        let map = MapContent(
            authentication.dashboard,
            label: "Map of the phones of the last day",
            source: "/overview/on-map",
            refreshSeconds: 5
        )
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let month = now.localMonth(in: clock.zone)
            let newest = try store.events.newestNumber()
            let emitted = try store.events.emitted(after: max(0, newest - Int64(Self.readLimit)), limit: Self.readLimit)
            return Content(
                numbers: try OverviewNumbers(store, live, clock),
                isWriting: live.failure == nil,
                events: try LiveEvent.all(of: Self.shown(emitted.reversed().map(\.event)), store, clock),
                hasEvents: !emitted.isEmpty,
                map: map,
                chart: DayChart(month, try store.visits.dailyTallies(in: month)) { date in
                    DashboardLink.query(DashboardLink.visits, ["day": date.description])
                },
                newest: max(newest, emitted.last?.number ?? 0),
                devices: try store.devices.latest(limit: Self.deviceLimit).map { stored in
                    SeenDevice(
                        device: stored.device.id.text,
                        address: DashboardLink.device(stored.device.id),
                        member: stored.device.member.text,
                        memberAddress: DashboardLink.member(stored.device.member),
                        platform: stored.device.platformWords,
                        seen: clock.moment(stored.newestFixAt ?? now)
                    )
                },
                facilities: try !store.facilities.all(matching: FacilityFilter(limit: 1)).isEmpty,
                zone: clock.zone.identifier,
                month: PageClock.text(month),
                todayAddress: DashboardLink.query(
                    DashboardLink.visits,
                    ["day": now.localDate(in: clock.zone).description, "verdict": "counted"]
                ),
                monthAddress: DashboardLink.query(
                    DashboardLink.visits,
                    ["month": month.description, "verdict": "counted"]
                )
            )
        }
        return page.shows("overview", title: "Overview", in: .overview, content, uses: [.live] + MapContent.files)
    }

    /// The newest ones, and of registered and unregistered geofences as many again.
    private static func shown(_ events: [GeofenceEvent]) -> [GeofenceEvent] {
        var (others, changes) = (0, 0)
        return events.filter { event in
            if event.kind.isRegistration { changes += 1 } else { others += 1 }
            return (event.kind.isRegistration ? changes : others) <= eventLimit
        }
    }

    /// The last fixes of the phones that sent one within a day.
    private func map() async throws -> Response {
        let (live, now, phones) = (
            authentication.parts.live, authentication.parts.now(), authentication.dashboard.livePhones
        )
        let document = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            let points = try phones.points(store, live.pipeline, at: now)
            return MapDocument(
                points: points.map { point in
                    MapDocument.Point(
                        point.fix.coordinate,
                        name: "\(point.device), \(clock.moment(point.fix.time).ago)",
                        address: DashboardLink.device(point.device)
                    )
                },
                note: points.isEmpty ? "No phone has sent a fix within a day." : nil
            )
        }
        return .json(document, headers: [.cacheControl: "no-store"])
    }

    private func numbers() async throws -> Response {
        let (live, now) = (authentication.parts.live, authentication.parts.now())
        return .json(
            try await authentication.parts.reader.read { try OverviewNumbers($0, live, PageClock($0, at: now)) },
            headers: [.cacheControl: "no-store"]
        )
    }
}

extension GeofenceEvent.Kind {
    /// Whether geofences were registered or unregistered.
    fileprivate var isRegistration: Bool {
        switch self {
        case .registered, .unregistered: true
        case .entered, .dwell, .exited, .heartbeat, .error: false
        }
    }
}

/// A cache of the last fixes of the most recently active phones; it lives for some seconds.
final class LivePhones: Sendable {
    struct Point: Sendable {
        let device: DeviceID
        let fix: Fix
    }

    private static let (limit, lifeSeconds, daySeconds) = (100, 2.0, 86_400.0)

    private let last = Mutex<(at: Timestamp, points: [Point])?>(nil)

    /// The phones with a fix within a day, the latest first.
    func points(_ store: VisitStore, _ pipeline: VisitPipeline, at now: Timestamp) throws -> [Point] {
        if let last = last.withLock({ $0 }), abs(last.at.seconds(to: now)) < Self.lifeSeconds { return last.points }
        let recent = try store.devices.latest(limit: Self.limit).filter { stored in
            stored.newestFixAt.map { $0.seconds(to: now) < Self.daySeconds } ?? false
        }
        let points = recent.compactMap { stored in
            // One unreadable phone must not prevent the map.
            ((try? pipeline.lastFix(of: stored.device.id)) ?? nil).map { Point(device: stored.device.id, fix: $0) }
        }
        last.withLock { $0 = (now, points) }
        return points
    }
}

extension PageClock {
    /// In the database's default time zone.
    init(_ store: VisitStore, at now: Timestamp) throws {
        self.init(zone: try store.settings.defaultTimeZone() ?? .utc, now: now)
    }
}

/// The numbers of the overview as text, which the page shows and a script reloads after an event.
struct OverviewNumbers: Encodable, Sendable {
    let visitsToday: String
    let visitsThisMonth: String
    let insideNow: String
    /// Messages that are not delivered yet.
    let waiting: String
    /// Dead messages.
    let dead: String
    let quarantined: String
    /// Whether fixes can be written, as a word.
    let writing: String
    /// Why fixes can't be written; empty where they can.
    let problem: String

    enum CodingKeys: String, CodingKey {
        case waiting, dead, quarantined, writing
        case problem = "trouble"
        case visitsToday = "visits_today"
        case visitsThisMonth = "visits_this_month"
        case insideNow = "inside_now"
    }

    /// Counts up to the current day in the database's default time zone.
    init(_ store: VisitStore, _ live: LiveIngest, _ clock: PageClock) throws {
        // No time zone's current day began earlier, and an open visit without newer fixes has timed out long ago.
        let recent = try store.visits.zoneTallies(since: clock.now.advanced(bySeconds: -48 * 3_600))
        let today = recent.filter { $0.day.date == clock.now.localDate(in: $0.timeZone ?? clock.zone) }
        let month = clock.now.localMonth(in: clock.zone)
        let deliveries = try store.endpoints.deliveryCounts().values
        visitsToday = PageNumber.text(today.reduce(0) { $0 + $1.day.counted })
        visitsThisMonth = PageNumber.text(try store.visits.counts(month, by: []).first?.visits ?? 0)
        insideNow = PageNumber.text(try store.visits.presences(at: clock.now).count)
        waiting = PageNumber.text(deliveries.reduce(0) { $0 + $1.waiting })
        dead = PageNumber.text(deliveries.reduce(0) { $0 + $1.dead })
        quarantined = PageNumber.text(try store.quarantine.count())
        writing = live.failure == nil ? "Yes" : "No"
        problem = live.failure?.message ?? ""
    }
}
