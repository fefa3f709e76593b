internal import VisitModel
internal import VisitStore

struct FacilityContent: Sendable {
    let id: String
    let name: String
    let place: String?
    let fence: String
    let dwell: String
    let zone: String
    let retired: String?
    let monitoring: String?
    let map: MapContent
    let inside: [Person]
    let monthName: String
    let earlier: String?
    let later: String?
    let chart: DayChart
    let visits: [Row]
    /// Where the month has more visits than are listed.
    let note: String?

    /// A member who is inside now.
    struct Person: Sendable {
        let member: String
        let device: String
        let since: PageClock.Moment
        let duration: String
    }

    struct Row: Sendable {
        let member: String
        let entered: PageClock.Moment
        let duration: String
        let status: String
        let isCounted: Bool
        /// Why the visit is not counted.
        let reason: String?
        /// `nil` in a visit stored by a version without it.
        let assessment: AssessmentWords?
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
            }
        dwell = PageNumber.duration(Double(facility.dwellThreshold.seconds))
        self.zone = zone.identifier + (facility.timeZone == nil ? " (the default)" : "")
        retired = stored.retiredAt.map { clock.moment($0).text }
        monitoring = watchers > 0 ? "on \(PageNumber.text(watchers, "phone", "phones"))" : nil
        map = MapContent(
            dashboard,
            label: "Map of the geofence",
            document: MapDocument(shapes: [.init(facility, isWatched: watchers > 0)])
        )
        var open = VisitFilter(facility: facility.id)
        open.statuses = [.open]
        inside = try store.visits.all(matching: open).map { visit in
            Person(
                member: visit.member.text,
                device: visit.device.text,
                since: clock.moment(visit.enteredAt),
                duration: PageNumber.duration(visit.enteredAt.seconds(to: now))
            )
        }
        monthName = PageClock.text(month)
        earlier = address(month.advanced(by: -1))
        later = month < current ? address(month.advanced(by: 1)) : nil
        chart = DayChart(month, try store.visits.dailyTallies(at: facility.id, in: month))
        var listed = VisitFilter(month: month, facility: facility.id, limit: Self.rowLimit + 1)
        listed.newestFirst = true
        let found = try store.visits.all(matching: listed)
        visits = found.prefix(Self.rowLimit).map { Row($0, clock) }
        note = found.count > Self.rowLimit ? "Only the last \(Self.rowLimit) of the month are shown." : nil
    }
}

extension FacilityContent.Row {
    init(_ visit: Visit, _ clock: PageClock) {
        self.init(
            member: visit.member.text,
            entered: clock.moment(visit.enteredAt),
            duration: PageNumber.duration(visit.enteredAt.seconds(to: visit.exitedAt ?? clock.now)),
            status: visit.status.words,
            isCounted: visit.isCounted,
            reason: visit.isInProgress ? "in progress" : visit.verdict.reason,
            assessment: visit.assessment.map(AssessmentWords.init)
        )
    }
}
