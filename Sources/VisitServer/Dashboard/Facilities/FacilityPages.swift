internal import GeofenceEngine
internal import HTTPTypes
internal import Hummingbird
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct FacilityPages: Sendable {
    let authentication: DashboardAuthentication

    private static let listName = "facilities"
    /// The most cards of a page, suggested members, facilities of a search on the map, and facilities of a part of the map.
    private static let (pageSize, suggestionLimit, mapLimit, viewLimit) = (24, 200, 1_000, 300)

    var all: [Endpoint] {
        [
            authentication.page(.get, "/facilities", .read, recording: .readWhereNamed) { try await list($0) },
            authentication.page(.get, "/facilities-on-map", .read, recording: .readWhereNamed) { try await points($0) },
            authentication.page(.get, "/facilities/{facility}", .read, recording: .read) { try await show($0) },
        ]
    }

    private struct ListContent {
        /// Empty texts instead of `nil`, because form fields show them.
        let text: String
        let member: String
        /// Shown in place of cards.
        let nothing: String
        let hasFilter: Bool
        let members: [String]
        let cards: [FacilityCardContent]
        let order: String
        /// The link back leads to the first page, because cursors only go forward.
        let first: String?
        let next: String?
        let map: MapContent
    }

    private func list(_ page: PageCall) async throws -> Response {
        let call = page.call
        let (text, member) = (try call.text("q"), try await authentication.parts.reader.member(call))
        let (live, now, monitored) = (
            authentication.parts.live, authentication.parts.now(), authentication.dashboard.monitored
        )
        let byID: FacilityID? = member == nil || text != nil ? try call.afterID(Self.listName) : nil
        let byPlace =
            member != nil && text == nil ? try call.after("cards", MemberFacilityList.place) : nil
        let map = MapContent(
            authentication.dashboard,
            label: "Map of the facilities",
            source: DashboardLink.query("/facilities-on-map", ["q": text, "member": member?.text])
        )
        let content = try await authentication.parts.reader.read { store in
            let stretch: Stretch
            if let member {
                guard try store.members.find(member) != nil else { throw MemberEndpoints.unknown(member) }
                let list = MemberFacilityList(member: member, now: now)
                if let text {
                    stretch = try Self.stretch(
                        list.cards(with: text, store, live.pipeline, after: byID, limit: Self.pageSize + 1)
                    )
                } else {
                    let found = try list.cards(store, live.pipeline, after: byPlace, limit: Self.pageSize)
                    stretch = Stretch(
                        cards: found.cards.map { FacilityCardContent($0) },
                        next: found.next.map { PageCursor.text("cards", MemberFacilityList.parts($0)) },
                        order: found.cards.contains { $0.distanceMeters != nil } ? "the nearest first" : "by id"
                    )
                }
            } else {
                let filter = FacilityFilter(text: text, after: byID, limit: Self.pageSize + 1)
                stretch = try Self.stretch(filter, store, monitored.watchers(store, live.pipeline, at: now), now)
            }
            func address(_ after: String?) -> String {
                DashboardLink.query("/facilities", ["q": text, "member": member?.text, "after": after])
            }
            return ListContent(
                text: text ?? "",
                member: member?.text ?? "",
                nothing: text == nil && member == nil
                    ? "There are no facilities yet."
                    : "No facility matches; try a part of the name, the city or the id.",
                hasFilter: text != nil || member != nil,
                members: try store.members.all(limit: Self.suggestionLimit).map(\.member.id.text),
                cards: stretch.cards,
                order: stretch.order,
                first: byID != nil || byPlace != nil ? address(nil) : nil,
                next: stretch.next.map { address($0) },
                map: map
            )
        }
        return page.shows("facilities", title: "Facilities", in: .facilities, content, uses: MapContent.files)
    }

    /// A page of cards, and the cursor of the next page.
    private struct Stretch {
        let cards: [FacilityCardContent]
        let next: String?
        let order: String
    }

    private static func stretch(_ found: [MemberFacilityCard]) -> Stretch {
        Stretch(
            cards: found.prefix(pageSize).map { FacilityCardContent($0) },
            next: found.last(ofPage: pageSize).map { PageCursor.text(listName, [$0.facility.id.text]) },
            order: "by id"
        )
    }

    private static func stretch(
        _ filter: FacilityFilter,
        _ store: VisitStore,
        _ watchers: [FacilityID: Int],
        _ now: Timestamp
    ) throws -> Stretch {
        let found = try store.facilities.all(matching: filter)
        let zone = try store.settings.defaultTimeZone() ?? .utc
        let shown = found.prefix(pageSize).map(\.facility)
        // A month has at most 31 days, and begins at most a day earlier in another time zone.
        let inside = try store.visits.presences(at: now).values.reduce(into: [:]) { $0[$1.facility, default: 0] += 1 }
        let tallies = try store.visits.facilityTallies(
            of: shown.map(\.id),
            since: now.advanced(bySeconds: -32 * 86_400)
        )
        return Stretch(
            cards: shown.map { facility in
                FacilityCardContent(
                    facility,
                    tallies[facility.id],
                    now.localMonth(in: facility.timeZone ?? zone),
                    watchers: watchers[facility.id] ?? 0,
                    inside: inside[facility.id] ?? 0
                )
            },
            next: found.last(ofPage: pageSize).map { PageCursor.text(listName, [$0.facility.id.text]) },
            order: "by id"
        )
    }

    /// More facilities than a page of cards has.
    private func points(_ page: PageCall) async throws -> Response {
        let call = page.call
        let (text, member) = (try call.text("q"), try await authentication.parts.reader.member(call))
        let (live, now, monitored) = (
            authentication.parts.live, authentication.parts.now(), authentication.dashboard.monitored
        )
        if text == nil, member == nil { return try await view(call) }
        let document = try await authentication.parts.reader.read { store in
            let filter = FacilityFilter(member: member, text: text, limit: Self.mapLimit + 1)
            let found = try store.facilities.all(matching: filter)
            let person = try member.flatMap { try store.members.find($0) }
            let watched =
                try person.map { try Set($0.devices.flatMap { try live.pipeline.deliveredGeofences(of: $0.id) }) }
                ?? Set(monitored.watchers(store, live.pipeline, at: now).keys)
            let point = try person.flatMap { try live.pipeline.lastPoint(of: $0) }
            return MapDocument(
                shapes: found.prefix(Self.mapLimit).map {
                    MapDocument.Shape($0.facility, isWatched: watched.contains($0.facility.id))
                },
                points: point.map { [MapDocument.Point($0, name: person?.member.id.text ?? "")] } ?? [],
                note: found.isEmpty ? nil : Self.legend(found.count)
            )
        }
        return .json(document, headers: [.cacheControl: "no-store"])
    }

    /// The facilities of the part of the map that is shown, or of all of it; many as clusters.
    private func view(_ call: ServiceCall) async throws -> Response {
        let asked = try call.view()
        let (live, now, monitored) = (
            authentication.parts.live, authentication.parts.now(), authentication.dashboard.monitored
        )
        let document = try await authentication.parts.reader.read { store in
            var document = MapDocument(followsView: true)
            let extent = asked == nil ? try store.facilities.extent() : nil
            document.bounds = extent.map { extent in
                [
                    [extent.latitudes.lowerBound, extent.longitudes.lowerBound],
                    [extent.latitudes.upperBound, extent.longitudes.upperBound],
                ]
            }
            guard let view = asked ?? extent else { return document }
            switch try store.facilities.inView(view, limit: Self.viewLimit) {
            case .clusters(let clusters):
                document.clusters = clusters.map {
                    MapDocument.Cluster(latitude: $0.latitude, longitude: $0.longitude, count: $0.count)
                }
                document.note = "A number is that of the facilities around; zoom in to see them."
            case .facilities(let found):
                let watched = Set(try monitored.watchers(store, live.pipeline, at: now).keys)
                document.shapes = found.map {
                    MapDocument.Shape($0.facility, isWatched: watched.contains($0.facility.id))
                }
                document.note = Self.legend(0)
            }
            return document
        }
        return .json(document, headers: [.cacheControl: "no-store"])
    }

    /// The legend of the colours, with a note where not all facilities are shown.
    private static func legend(_ count: Int) -> String {
        "The geofences of green facilities were delivered to a phone."
            + (count > mapLimit ? " Only the first \(PageNumber.text(mapLimit)) by id are shown." : "")
    }

    private func show(_ page: PageCall) async throws -> Response {
        let id: FacilityID = try page.call.pathIdentifier("facility")
        let (month, now) = (try page.call.month("month"), authentication.parts.now())
        let (live, dashboard) = (authentication.parts.live, authentication.dashboard)
        let content = try await authentication.parts.reader.read { store in
            guard let stored = try store.facilities.find(id) else {
                throw Problem.notFound("There is no facility `\(id)`; see the list of facilities.")
            }
            let watchers = try dashboard.monitored.watchers(store, live.pipeline, at: now)[id] ?? 0
            return try FacilityContent(stored, store, month: month, watchers: watchers, dashboard, at: now)
        }
        return page.shows("facility", title: content.name, in: .facilities, content, uses: MapContent.files)
    }
}

/// A cache of the geofences delivered to the most recently active phones, by facility; it lives for some seconds.
final class MonitoredPlaces: Sendable {
    static let deviceLimit = 200
    private static let lifeSeconds = 10.0

    private let last = Mutex<(at: Timestamp, count: [FacilityID: Int])?>(nil)

    /// Counts those phones by delivered facility; a facility that none of them received is missing.
    func watchers(_ store: VisitStore, _ pipeline: VisitPipeline, at now: Timestamp) throws -> [FacilityID: Int] {
        if let last = last.withLock({ $0 }), abs(last.at.seconds(to: now)) < Self.lifeSeconds { return last.count }
        var count: [FacilityID: Int] = [:]
        for stored in try store.devices.latest(limit: Self.deviceLimit) {
            // One unreadable phone must not prevent the page.
            let delivered = (try? pipeline.deliveredGeofences(of: stored.device.id)) ?? []
            for facility in delivered { count[facility, default: 0] += 1 }
        }
        last.withLock { [count] in $0 = (now, count) }
        return count
    }
}
