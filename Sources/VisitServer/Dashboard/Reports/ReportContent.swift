internal import MonthReports
internal import VisitDrawing
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// What the page of a month's report asks for.
struct ReportQuery: Sendable {
    let month: Month
    let key: ReportKey
    let request: ReportRequest
    /// From 1.
    let page: Int

    static let path = "/reports"

    /// `current` is the month without another one in the query.
    init(_ call: ServiceCall, current: Month) throws {
        let month = try call.month("month") ?? current
        self.month = month
        key = try call.choice("by") ?? .member
        request = try ReportRequest(month, call)
        page = try call.query("page", default: 1, in: 1...1_000_000)
    }

    func address(
        month: Month? = nil,
        order: ReportOrder? = nil,
        descending: Bool? = nil,
        page: Int? = nil
    ) -> String {
        let isDescending = descending ?? request.descending
        return DashboardLink.query(
            Self.path,
            [
                "month": (month ?? self.month).description, "by": key.rawValue,
                "group": request.group?.group?.text, "without_group": withoutGroup,
                "sort": (order ?? request.order).rawValue, "descending": isDescending ? "true" : nil,
                "page": page.map(String.init),
            ]
        )
    }

    func file(_ rows: String, _ format: String) -> String {
        DashboardLink.query(
            "\(Self.path)/\(month)/file",
            [
                "by": rows, "format": format, "group": request.group?.group?.text, "without_group": withoutGroup,
            ]
        )
    }

    private var withoutGroup: String? { request.group == GroupSelection.none ? "true" : nil }
}

struct ReportContent: Sendable {
    private static let (pageSize, adjustmentLimit) = (100, 200)

    let month: String
    let monthName: String
    let by: String
    let keys: [Choice]
    let groups: [Choice]
    /// Whether only members without a group are shown.
    let choosesNoGroup: Bool
    let earlier: String?
    let later: String?
    let summary: String
    let closed: Closed?
    /// `nil` where the month can't be closed now.
    let closing: Closing?
    /// Why an open month can't be closed; `nil` where it can.
    let open: String?
    let payout: Payout
    let bars: String?
    let hours: String?
    let columns: [Column]
    let rows: [Row]
    let hasRows: Bool
    let adjustments: [Adjustment]
    let hasAdjustments: Bool
    let adjustmentNote: String?
    let files: [File]
    let first: String?
    let next: String?
    let problem: String?

    struct Choice: Sendable {
        let value: String
        let text: String
        let isChosen: Bool
    }

    struct Closed: Sendable {
        let at: PageClock.Moment
        let author: String
    }

    struct Closing: Sendable {
        let visits: String
        let words: String
        /// The visits that wait for a decision; `nil` for none.
        let undecided: String?
        let review: String
    }

    struct Payout: Sendable {
        let rule: String?
        let from: String
        let history: [Decision]
        let hasHistory: Bool
    }

    struct Decision: Sendable {
        let from: String
        let rule: String
        let at: PageClock.Moment
        let author: String
    }

    struct Column: Sendable {
        let title: String
        let address: String
        let style: String
        /// `ascending` or `descending`; `nil` where the rows are not sorted by it.
        let sorted: String?
    }

    struct Row: Sendable {
        let words: String
        let id: String?
        let address: String?
        let cells: [Cell]
    }

    struct Cell: Sendable {
        let text: String
        let style: String
    }

    struct Adjustment: Sendable {
        let change: String
        let member: String
        let facility: String
        let day: String
        let group: String
        let address: String?
    }

    struct File: Sendable {
        let name: String
        let address: String
    }

    init(
        _ query: ReportQuery,
        _ store: VisitStore,
        at now: Timestamp,
        problem: String? = nil
    ) throws {
        let clock = try PageClock(store, at: now)
        let (month, key) = (query.month, query.key)
        let keys: [ReportKey] = key == .facility ? [key] : [key, .facility]
        let reports = try store.months.contents(of: month, by: keys, group: query.request.group).map(MonthReport.init)
        var report = reports[0]
        let places = reports[reports.count - 1]
        report.sort(by: query.request.order, descending: query.request.descending)
        (self.month, monthName, by) = (month.description, PageClock.text(month), key.rawValue)
        self.keys = ReportKey.allCases.map {
            Choice(value: $0.rawValue, text: $0.rawValue, isChosen: $0 == key)
        }
        let chosen = query.request.group?.group
        groups = try Set(store.months.groups() + [chosen].compactMap(\.self)).sorted().map {
            Choice(value: $0.text, text: $0.text, isChosen: chosen == $0)
        }
        choosesNoGroup = query.request.group == GroupSelection.none
        earlier = month.advanced(by: -1).map { query.address(month: $0) }
        later = month < now.localMonth(in: clock.zone) ? month.advanced(by: 1).map { query.address(month: $0) } : nil
        summary = Self.summary(report)
        closed = report.closed.map { Closed(at: clock.moment($0.closedAt), author: $0.author.words) }
        let (history, months) = (try store.months.payoutHistory(), try store.months.closed())
        (closing, open) = try Self.closing(report, query, months, store, at: now)
        payout = Payout(
            rule: report.rule?.description,
            from: (months.next ?? month).description,
            history: history.decisions.reversed().map {
                Decision(
                    from: PageClock.text($0.from),
                    rule: $0.rule?.description ?? "no payouts",
                    at: clock.moment($0.decidedAt),
                    author: $0.author.words
                )
            },
            hasHistory: !history.decisions.isEmpty
        )
        bars = MonthDrawing.bars(places.rows, of: .facility).orNothing
        hours = try MonthDrawing.hours(
            store.months.busyHours(of: month, group: query.request.group, standard: clock.zone)
        ).orNothing
        let shown = ShownColumn.all(report)
        columns = shown.map { $0.column(query, report.key) }
        // Beyond the end is the last page.
        let page = min(query.page, max(1, (report.rows.count + Self.pageSize - 1) / Self.pageSize))
        let start = (page - 1) * Self.pageSize
        let stretch = report.rows.dropFirst(start).prefix(Self.pageSize)
        rows = stretch.map { row in
            Row(
                words: row.subject.words,
                id: row.subject.name.isEmpty ? nil : row.subject.id,
                address: Self.address(row.subject, in: month),
                cells: shown.dropFirst().map { Cell(text: $0.text(row), style: $0.style) }
            )
        }
        hasRows = !rows.isEmpty
        adjustments = report.adjustments.prefix(Self.adjustmentLimit).map { Self.adjustment($0) }
        hasAdjustments = !adjustments.isEmpty
        adjustmentNote =
            report.adjustments.count > Self.adjustmentLimit
            ? "Only the first \(Self.adjustmentLimit) of \(PageNumber.text(report.adjustments.count)) are shown; the file of visits has all of them."
            : nil
        files = [
            File(name: "XLSX", address: query.file(key.rawValue, "xlsx")),
            File(name: "CSV", address: query.file(key.rawValue, "csv")),
            File(name: "CSV of the visits", address: query.file("visit", "csv")),
        ]
        first = page > 1 ? query.address() : nil
        next = start + Self.pageSize < report.rows.count ? query.address(page: page + 1) : nil
        self.problem = problem
    }

    private static func summary(_ report: MonthReport) -> String {
        var parts = [
            PageNumber.text(report.visits, "visit counts", "visits count"),
            "\(PageNumber.text(report.visitsBefore)) in the month before",
        ]
        if let currency = report.currency {
            let cents = (report.payoutCents ?? 0) + report.adjustedPayoutCents
            parts.append("payouts \(Money(cents: cents, currency))")
        }
        return parts.joined(separator: ", ")
    }

    private static func closing(
        _ report: MonthReport,
        _ query: ReportQuery,
        _ months: ClosedMonths,
        _ store: VisitStore,
        at now: Timestamp
    ) throws -> (Closing?, String?) {
        guard report.closed == nil else { return (nil, nil) }
        do {
            try months.checkClosing(report.month, at: now)
        } catch let error as MonthReportError {
            return (nil, error.message)
        }
        // A group's page closes the whole month too.
        let visits = query.request.group == nil ? report.visits : try store.months.visitCount(of: report.month)
        let undecided = try store.visits.count(.decide, month: report.month)
        let words = "Close \(PageClock.text(report.month)) with \(PageNumber.text(visits, "visit", "visits")) …"
        return (
            Closing(
                visits: "\(visits)",
                words: words,
                undecided: undecided == 0
                    ? nil : PageNumber.text(undecided, "visit waits", "visits wait") + " for a decision",
                review: DashboardLink.query("/review", ["month": report.month.description])
            ), nil
        )
    }

    /// The visits of a subject.
    private static func address(_ subject: ReportSubject, in month: Month) -> String? {
        let path = DashboardLink.visits
        return switch subject {
        case .member(nil, _): nil
        case .member(let id?, _):
            DashboardLink.query(path, ["member": id.text, "month": month.description, "verdict": "counted"])
        case .facility(let id, _):
            DashboardLink.query(path, ["facility": id.text, "month": month.description, "verdict": "counted"])
        case .group(let id?):
            DashboardLink.query(path, ["group": id.text, "month": month.description, "verdict": "counted"])
        case .group(nil):
            DashboardLink.query(path, ["without_group": "true", "month": month.description, "verdict": "counted"])
        }
    }

    private static func adjustment(_ line: MonthLine) -> Adjustment {
        let visit = line.visit
        return Adjustment(
            change: line.change == .added ? "added" : "removed",
            member: visit.memberName?.text ?? visit.member?.text ?? "an erased member",
            facility: visit.facilityName.isEmpty ? visit.facility.text : visit.facilityName,
            day: PageClock.text(visit.localDate),
            group: visit.group?.text ?? "",
            address: visit.visit.map(DashboardLink.visit)
        )
    }
}

/// A column of the page: its title, sorting and text.
private struct ShownColumn {
    let order: ReportOrder
    let title: String
    /// `wide` leaves it out on narrow screens.
    let style: String
    let text: (MonthReport.Row) -> String

    func column(_ query: ReportQuery, _ key: ReportKey) -> ReportContent.Column {
        let isCurrent = query.request.order == order
        // Most numbers are of interest from the highest on.
        let descending = isCurrent ? !query.request.descending : order != .name
        return ReportContent.Column(
            title: title,
            address: query.address(order: order, descending: descending),
            style: style,
            sorted: isCurrent ? (query.request.descending ? "descending" : "ascending") : nil
        )
    }

    static func all(_ report: MonthReport) -> [ShownColumn] {
        let name =
            switch report.key {
            case .member: "Member"
            case .facility: "Facility"
            case .group: "Group"
            }
        var columns = [
            ShownColumn(order: .name, title: name, style: "") { $0.subject.words },
            ShownColumn(order: .visits, title: "Visits", style: "number") { PageNumber.text($0.figures.visits) },
            ShownColumn(order: .days, title: "Days", style: "number") { PageNumber.text($0.figures.days) },
        ]
        if report.key != .member {
            columns.append(
                ShownColumn(order: .members, title: "Members", style: "number wide") {
                    PageNumber.text($0.figures.members)
                }
            )
        }
        columns += [
            ShownColumn(order: .minutes, title: "Hours", style: "number wide") {
                PageNumber.text(($0.figures.minutes + 30) / 60)
            },
            ShownColumn(order: .first, title: "First", style: "wide") {
                $0.figures.first.map { PageClock.text($0) } ?? ""
            },
            ShownColumn(order: .last, title: "Last", style: "wide") {
                $0.figures.last.map { PageClock.text($0) } ?? ""
            },
            ShownColumn(order: .change, title: "Against the month before", style: "number wide") {
                $0.change > 0 ? "+\(PageNumber.text($0.change))" : PageNumber.text($0.change)
            },
        ]
        if report.takesAdjustments || !report.adjustments.isEmpty {
            columns.append(
                ShownColumn(order: .adjustments, title: "Adjustments", style: "number") {
                    $0.adjustedVisits > 0 ? "+\($0.adjustedVisits)" : "\($0.adjustedVisits)"
                }
            )
        }
        if let currency = report.currency {
            columns.append(
                ShownColumn(order: .payout, title: "Payout \(currency)", style: "number") {
                    Money.text(($0.payoutCents ?? 0) + $0.adjustedPayoutCents)
                }
            )
        }
        return columns
    }
}
