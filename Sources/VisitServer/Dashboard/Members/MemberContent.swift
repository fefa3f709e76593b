internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct MemberContent: Sendable {
    private static let (cardLimit, visitLimit) = (12, 500)

    let member: String
    let places: String
    let zone: String
    let exportAddress: String
    let eraseAddress: String
    let devices: [Phone]
    let hasDevices: Bool
    let cards: [FacilityCardContent]
    let hasCards: Bool
    /// Where not all cards are shown.
    let allCards: String?
    let monthName: String
    let earlier: String?
    let later: String?
    let calendar: VisitCalendar
    let visits: [Row]
    let hasVisits: Bool
    let note: String?
    let months: [MonthRow]
    let hasMonths: Bool

    struct Phone: Sendable {
        let device: String
        let address: String
        let platform: String
    }

    struct Row: Sendable {
        let facility: String
        let address: String
        let entered: PageClock.Moment
        let duration: String
        let status: String
        let isCounted: Bool
        /// Why the visit is not counted.
        let reason: String?
        /// `nil` in a visit stored by a version without it.
        let assessment: AssessmentWords?
    }

    /// The counted visits of a month.
    struct MonthRow: Sendable {
        let month: String
        let address: String
        let visits: String
        let places: String
    }

    /// Reads the content for a month, `nil` for the current one.
    init(
        _ stored: StoredMember,
        _ store: VisitStore,
        _ pipeline: VisitPipeline,
        month asked: Month?,
        at now: Timestamp
    ) throws {
        let id = stored.member.id
        let page = DashboardLink.member(id)
        let zone = try stored.timeZone ?? store.settings.defaultTimeZone() ?? .utc
        let clock = PageClock(zone: zone, now: now)
        let (current, month) = (now.localMonth(in: zone), asked ?? now.localMonth(in: zone))
        func address(_ month: Month?) -> String? {
            month.map { DashboardLink.query(page, ["month": $0.description]) + "#visits" }
        }
        member = id.text
        places = stored.placesInWords
        self.zone = zone.identifier + (stored.timeZone == nil ? " (the default)" : "")
        (exportAddress, eraseAddress) = ("\(page)/export", "\(page)/erase")
        devices = stored.devices.map {
            Phone(device: $0.id.text, address: DashboardLink.device($0.id), platform: $0.platformWords)
        }
        hasDevices = !devices.isEmpty
        let stretch = try MemberFacilityList(member: id, month: asked, now: now)
            .cards(store, pipeline, after: nil, limit: Self.cardLimit)
        cards = try stretch.cards.map { try FacilityCardContent($0) }
        hasCards = !cards.isEmpty
        allCards = stretch.next == nil ? nil : DashboardLink.query("/facilities", ["member": id.text])
        monthName = PageClock.text(month)
        earlier = address(month.advanced(by: -1))
        later = month < current ? address(month.advanced(by: 1)) : nil
        var filter = VisitFilter(month: month, member: id, limit: Self.visitLimit + 1)
        filter.newestFirst = true
        let found = try store.visits.all(matching: filter)
        calendar = VisitCalendar(month, found, today: now.localDate(in: zone))
        var names: [FacilityID: String] = [:]
        for visit in found where names[visit.facility] == nil {
            names[visit.facility] =
                try store.facilities.find(visit.facility)?.facility.name.orNothing ?? visit.facility.text
        }
        visits = found.prefix(Self.visitLimit).map { Row($0, names[$0.facility] ?? $0.facility.text, clock) }
        hasVisits = !found.isEmpty
        note = found.count > Self.visitLimit ? "Only the last \(Self.visitLimit) of the month are shown." : nil
        let records = try store.visits.placeRecords(of: id).values
        let all = Set(records.flatMap(\.counts.keys)).sorted(by: >)
        months = all.map { month in
            let counts = records.compactMap { $0.counts[month] }
            return MonthRow(
                month: PageClock.text(month),
                address: address(month) ?? page,
                visits: PageNumber.text(counts.reduce(0, +)),
                places: PageNumber.text(counts.count)
            )
        }
        hasMonths = !months.isEmpty
    }
}

extension MemberContent.Row {
    init(_ visit: Visit, _ facility: String, _ clock: PageClock) {
        self.init(
            facility: facility,
            address: DashboardLink.facility(visit.facility),
            entered: clock.moment(visit.enteredAt),
            duration: PageNumber.duration(visit.enteredAt.seconds(to: visit.exitedAt ?? clock.now)),
            status: visit.status.words,
            isCounted: visit.isCounted,
            reason: visit.isInProgress ? "in progress" : visit.verdict.reason,
            assessment: visit.assessment.map(AssessmentWords.init)
        )
    }
}
