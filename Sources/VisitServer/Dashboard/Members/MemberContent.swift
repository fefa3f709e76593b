internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct MemberContent: Sendable {
    private static let (cardLimit, visitLimit) = (12, 500)

    let member: String
    let name: String?
    /// The groups with their first days, the last one first.
    let groups: [Group]
    let hasGroups: Bool
    let places: String
    let zone: String
    let exportAddress: String
    let eraseAddress: String
    let accessAddress: String
    let addAddress: String
    /// The files of the month's visits, and of all.
    let files: [VisitFile]
    /// `nil` where the member is at no place now, as far as is known.
    let presence: PresenceContent?
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
    let visits: [VisitRow]
    let hasVisits: Bool
    let note: String?
    let months: [MonthRow]
    let hasMonths: Bool

    struct Group: Sendable {
        let name: String
        /// `nil` for the first one, which has all earlier visits.
        let from: String?
    }

    struct VisitFile: Sendable {
        let name: String
        let address: String
    }

    struct Phone: Sendable {
        let device: String
        let address: String
        let platform: String
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
        name = stored.name?.text
        groups = stored.groups.reversed().map { period in
            Group(name: period.group?.text ?? "no group", from: period.since.map { PageClock.text($0) })
        }
        hasGroups = !groups.isEmpty
        places = stored.placesInWords
        self.zone = zone.identifier + (stored.timeZone == nil ? " (the default)" : "")
        (exportAddress, eraseAddress) = ("\(page)/export", "\(page)/erase")
        accessAddress = DashboardLink.query(DashboardLink.accessRecord, ["member": id.text])
        addAddress = AdditionPages.address(adding: id)
        files = [(month.description, month as Month?), ("all", nil)].flatMap { name, month in
            ["xlsx", "csv"].map { format in
                let query = DashboardLink.query(
                    "\(page)/visits",
                    ["format": format, "month": month?.description]
                )
                return VisitFile(name: "\(name), \(format.uppercased())", address: query)
            }
        }
        let presence = try store.visits.presence(of: id, at: now)
        self.presence = try presence.map { try PresenceContent($0, store, clock) }
        devices = stored.devices.map {
            Phone(device: $0.id.text, address: DashboardLink.device($0.id), platform: $0.platformWords)
        }
        hasDevices = !devices.isEmpty
        let stretch = try MemberFacilityList(member: id, month: asked, now: now)
            .cards(store, pipeline, after: nil, limit: Self.cardLimit)
        cards = stretch.cards.map { FacilityCardContent($0) }
        hasCards = !cards.isEmpty
        allCards = stretch.next == nil ? nil : DashboardLink.query("/facilities", ["member": id.text])
        monthName = PageClock.text(month)
        earlier = address(month.advanced(by: -1))
        later = month < current ? address(month.advanced(by: 1)) : nil
        var filter = VisitFilter(month: month, member: id, limit: Self.visitLimit + 1)
        filter.newestFirst = true
        let found = try store.visits.all(matching: filter)
        calendar = VisitCalendar(month, found, today: now.localDate(in: zone)) { date in
            DashboardLink.query(DashboardLink.visits, ["member": id.text, "day": date.description])
        }
        let names = try store.facilities.names(of: found.map(\.facility))
        let reviews = try store.visits.reviews(of: found.map(\.id))
        visits = found.prefix(Self.visitLimit).map {
            VisitRow($0, at: names[$0.facility], of: presence, review: reviews[$0.id], clock)
        }
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

/// The visits of a month in weeks that begin on Monday.
struct VisitCalendar: Sendable {
    let weeks: [Week]
    /// In words, for screen readers.
    let summary: String

    struct Week: Sendable {
        let days: [Day]
    }

    /// Without a number where the day is of another month.
    struct Day: Sendable {
        let number: String
        let style: String
        /// `nil` for no counted visit.
        let counted: String?
        /// The number of other visits; `nil` for none.
        let others: String?
        /// The list of the day's visits; `nil` for none.
        let address: String?
    }

    /// `address` is the list of a day's visits.
    init(_ month: Month, _ visits: [Visit], today: CivilDate, address: (CivilDate) -> String) {
        let byDay = Dictionary(grouping: visits, by: \.localDate)
        // 1970-01-01 was a Thursday, three days after a Monday.
        let first = CivilDate(year: month.year, month: month.month, day: 1)?.daysSince1970 ?? 0
        let lead = ((first + 3) % 7 + 7) % 7
        let cells = (0..<((lead + month.length + 6) / 7 * 7)).map { cell -> Day in
            let number = cell - lead + 1
            guard (1...month.length).contains(number) else {
                return Day(number: "", style: "out", counted: nil, others: nil, address: nil)
            }
            let date = CivilDate(daysSince1970: first + number - 1)
            let found = byDay[date] ?? []
            let (counted, all) = (found.count(where: \.isCounted), found.count)
            let styles = [counted > 0 ? "visited" : nil, date == today ? "today" : nil].compactMap(\.self)
            return Day(
                number: "\(number)",
                style: styles.joined(separator: " "),
                counted: counted > 0 ? PageNumber.text(counted, "visit", "visits") : nil,
                others: all > counted ? PageNumber.text(all - counted) : nil,
                address: all > 0 ? address(date) : nil
            )
        }
        weeks = stride(from: 0, to: cells.count, by: 7).map { Week(days: Array(cells[$0..<$0 + 7])) }
        let counted = visits.filter(\.isCounted)
        let days = Set(counted.map(\.localDate)).count
        summary =
            "\(PageNumber.text(counted.count, "visit counts", "visits count")) on \(PageNumber.text(days, "day", "days"))"
    }
}
