internal import GeofenceEngine
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct FacilityContent: Sendable {
    let id: String
    let name: String
    let place: String?
    let fence: String
    let dwell: String
    let zone: String
    let stays: String
    /// `nil` where it is a part of none.
    let partOf: Whole?
    let retired: String?
    let monitoring: String?
    let map: MapContent
    let inside: [Person]
    let monthName: String
    let earlier: String?
    let later: String?
    let chart: DayChart
    let visits: [VisitRow]
    /// Where the month has more visits than are listed.
    let note: String?

    /// The facility that this one is a part of.
    struct Whole: Sendable {
        let id: String
        let address: String
    }

    /// A member who is inside now.
    struct Person: Sendable {
        let member: String
        let memberAddress: String
        let device: String
        let since: PageClock.Moment
        let duration: String
        let confidence: String
    }

    private static let rowLimit = 100

    /// Reads the content for a month, `nil` for the current one; `watchers` phones monitor the facility.
    init(
        _ stored: StoredFacility,
        _ store: VisitStore,
        month: Month?,
        watchers: Int,
        _ dashboard: Dashboard,
        at now: Timestamp
    ) throws {
        let facility = stored.facility
        let zone = try facility.timeZone ?? store.settings.defaultTimeZone() ?? .utc
        let clock = PageClock(zone: zone, now: now)
        let current = now.localMonth(in: zone)
        let month = month ?? current
        func address(_ month: Month?) -> String? {
            month.map {
                DashboardLink.query(DashboardLink.facility(facility.id), ["month": $0.description]) + "#visits"
            }
        }
        id = facility.id.text
        name = facility.name.orNothing ?? facility.id.text
        place = facility.address.line.orNothing
        fence =
            switch facility.geofence {
            case .circle(_, let radius): "circle of \(PageNumber.text(Int(radius.meters.rounded()))) m"
            case .polygon: "polygon"
            case .multiPolygon(let area): "\(area.polygons.count) polygons"
            }
        dwell = PageNumber.duration(Double(facility.dwellThreshold.seconds))
        self.zone = zone.identifier + (facility.timeZone == nil ? " (the default)" : "")
        stays =
            switch facility.stays {
            case .short: "short"
            case .long: "long, also over night"
            }
        partOf = facility.partOf.map { Whole(id: $0.text, address: DashboardLink.facility($0)) }
        retired = stored.retiredAt.map { clock.moment($0).text }
        monitoring = watchers > 0 ? "on \(PageNumber.text(watchers, "phone", "phones"))" : nil
        map = MapContent(
            dashboard,
            label: "Map of the geofence",
            document: MapDocument(shapes: [.init(facility, isWatched: watchers > 0)])
        )
        let presences = try store.visits.presences(at: now)
        let here = presences.values.filter { $0.facility == facility.id }
        inside = try here.sorted { ($0.since, $0.member) < ($1.since, $1.member) }.map { presence in
            Person(
                member: presence.member.text,
                memberAddress: DashboardLink.member(presence.member),
                device: try store.visits.find(presence.visit)?.device?.text ?? "",
                since: clock.moment(presence.since),
                duration: PageNumber.duration(presence.since.seconds(to: now)),
                confidence: presence.confidenceInWords
            )
        }
        monthName = PageClock.text(month)
        earlier = address(month.advanced(by: -1))
        later = month < current ? address(month.advanced(by: 1)) : nil
        chart = DayChart(month, try store.visits.dailyTallies(at: facility.id, in: month)) { date in
            DashboardLink.query(DashboardLink.visits, ["facility": facility.id.text, "day": date.description])
        }
        var listed = VisitFilter(month: month, facility: facility.id, limit: Self.rowLimit + 1)
        listed.newestFirst = true
        let found = try store.visits.all(matching: listed)
        let reviews = try store.visits.reviews(of: found.map(\.id))
        let members = try store.visits.memberDetails(of: found.map(\.id))
        visits = found.prefix(Self.rowLimit).map {
            VisitRow($0, by: members[$0.id]?.name, of: presences[$0.member], review: reviews[$0.id], clock)
        }
        note = found.count > Self.rowLimit ? "Only the last \(Self.rowLimit) of the month are shown." : nil
    }
}

/// A facility's card, as in the Gym Visits document's "UI Reference".
struct FacilityCardContent: Sendable {
    let id: String
    let name: String
    let address: String
    let place: String?
    let visits: String
    /// From the chosen member; `nil` where none is chosen, or the position is unknown.
    let distance: String?
    /// The phones that have the geofence; `nil` where none has.
    let monitoring: String?
    let inside: String?
}

extension FacilityCardContent {
    /// Without a chosen member.
    init(_ facility: Facility, _ tally: FacilityTally?, _ month: Month, watchers: Int, inside: Int) {
        let visits = tally?.counts[month] ?? 0
        self.init(
            id: facility.id.text,
            name: facility.name.orNothing ?? facility.id.text,
            address: DashboardLink.facility(facility.id),
            place: facility.address.line.orNothing,
            visits: "\(PageNumber.text(visits, "visit", "visits")) in \(PageClock.text(month))",
            distance: nil,
            monitoring: watchers > 0 ? "on \(PageNumber.text(watchers, "phone", "phones"))" : nil,
            inside: inside > 0 ? "\(PageNumber.text(inside, "member", "members")) in now" : nil
        )
    }

    init(_ card: MemberFacilityCard) {
        let (facility, watchers) = (card.facility, card.watchers.map(\.text))
        self.init(
            id: facility.id.text,
            name: facility.name.orNothing ?? facility.id.text,
            address: DashboardLink.facility(facility.id),
            place: facility.address.line.orNothing,
            visits: "\(PageNumber.text(card.visits, "visit", "visits")) in \(PageClock.text(card.month))",
            distance: card.distanceMeters.map(PageNumber.distance),
            monitoring: watchers.isEmpty ? nil : "on \(watchers.joined(separator: ", "))",
            inside: card.presence == nil ? nil : "In now"
        )
    }
}

extension PostalAddress {
    /// Street, city and state in one line.
    var line: String { [street, city, state].filter { !$0.isEmpty }.joined(separator: ", ") }
}
