package import VisitModel

/// What is stored of a month, from which its report is made.
package struct MonthContent: Sendable {
    package let month: Month
    package let key: ReportKey
    package let closed: ClosedMonths
    /// The month's own visits.
    package let figures: [ReportSubject: ReportFigures]
    /// Those of the month before.
    package let before: [ReportSubject: ReportFigures]
    /// Of months that were closed before, where this is the one whose file has them.
    package let adjustments: [MonthLine]
    /// The rule of the month; `nil` where it has none.
    package let rule: PayoutRule?
    package let payouts: [PayoutLine]
    package let payoutAdjustments: [PayoutLine]

    package init(
        month: Month,
        key: ReportKey,
        closed: ClosedMonths,
        figures: [ReportSubject: ReportFigures],
        before: [ReportSubject: ReportFigures],
        adjustments: [MonthLine],
        rule: PayoutRule?,
        payouts: [PayoutLine],
        payoutAdjustments: [PayoutLine]
    ) {
        self.month = month
        self.key = key
        self.closed = closed
        self.figures = figures
        self.before = before
        self.adjustments = adjustments
        self.rule = rule
        self.payouts = payouts
        self.payoutAdjustments = payoutAdjustments
    }
}

/// The visits of a month by member, facility or group, beside the month before.
package struct MonthReport: Sendable {
    package struct Row: Hashable, Sendable {
        package let subject: ReportSubject
        package fileprivate(set) var figures = ReportFigures.none
        package fileprivate(set) var before = ReportFigures.none
        /// The visits that adjustments add, less those that they remove.
        package fileprivate(set) var adjustedVisits = 0
        package fileprivate(set) var adjustedMinutes = 0
        /// In hundredths; `nil` where the month has no payouts, and for facilities.
        package fileprivate(set) var payoutCents: Int?
        /// Of months that were closed before.
        package fileprivate(set) var adjustedPayoutCents = 0

        /// The visits of the month less those of the month before.
        package var change: Int { figures.visits - before.visits }
    }

    package let month: Month
    package let key: ReportKey
    /// `nil` while the month is open.
    package let closed: ClosedMonth?
    /// Whether the month's file has the adjustments of those before.
    package let takesAdjustments: Bool
    /// Of the month's payouts; `nil` where it has none.
    package let rule: PayoutRule?
    package let adjustments: [MonthLine]
    package let payoutAdjustments: [PayoutLine]
    package private(set) var rows: [Row]

    /// Makes the report; the rows are in the order of their subjects' ids.
    package init(_ content: MonthContent) {
        let key = content.key
        var rows: [ReportSubject: Row] = [:]
        func change(_ subject: ReportSubject, _ body: (inout Row) -> Void) {
            body(&rows[subject, default: Row(subject: subject)])
        }
        for (subject, figures) in content.figures { change(subject) { $0.figures = figures } }
        for (subject, figures) in content.before { change(subject) { $0.before = figures } }
        for line in content.adjustments {
            change(ReportSubject(key, line.visit)) {
                $0.adjustedVisits += line.change.rawValue
                $0.adjustedMinutes += line.change.rawValue * line.visit.minutes
            }
        }
        for line in content.payouts {
            guard let subject = ReportSubject(key, line) else { break }
            change(subject) { $0.payoutCents = ($0.payoutCents ?? 0) + line.amount.cents }
        }
        for line in content.payoutAdjustments {
            guard let subject = ReportSubject(key, line) else { break }
            change(subject) { $0.adjustedPayoutCents += line.amount.cents }
        }
        if content.rule != nil, key != .facility {
            rows = rows.mapValues { row in
                var row = row
                row.payoutCents = row.payoutCents ?? 0
                return row
            }
        }
        month = content.month
        self.key = key
        closed = content.closed[content.month]
        takesAdjustments = content.closed.next == content.month
        rule = content.rule
        adjustments = content.adjustments
        payoutAdjustments = content.payoutAdjustments
        self.rows = Array(rows.values)
        sort(by: .name, descending: false)
    }

    package var visits: Int { rows.reduce(0) { $0 + $1.figures.visits } }
    package var visitsBefore: Int { rows.reduce(0) { $0 + $1.before.visits } }
    package var adjustedVisits: Int { rows.reduce(0) { $0 + $1.adjustedVisits } }
    /// `nil` where the month has no payouts, and for facilities.
    package var payoutCents: Int? {
        rule == nil || key == .facility ? nil : rows.reduce(0) { $0 + ($1.payoutCents ?? 0) }
    }
    package var adjustedPayoutCents: Int { rows.reduce(0) { $0 + $1.adjustedPayoutCents } }

    /// Of the payouts and their adjustments; `nil` where the rows have neither.
    package var currency: Currency? {
        key == .facility ? nil : rule?.currency ?? payoutAdjustments.first?.amount.currency
    }
}

extension MonthReport {
    /// In a sentence, without a full stop.
    package var summary: String {
        var parts = [
            closed.map { "closed on \($0.closedAt.iso8601.prefix(10)) by \($0.author.words)" } ?? "open",
            "\(visits) \(visits == 1 ? "visit counts" : "visits count")", "\(visitsBefore) in the month before",
        ]
        if !adjustments.isEmpty {
            let sign = adjustedVisits > 0 ? "+" : ""
            parts.append("adjustments of closed months \(sign)\(adjustedVisits)")
        }
        if let currency {
            if let payoutCents { parts.append("payouts \(Money(cents: payoutCents, currency))") }
            if adjustedPayoutCents != 0 {
                parts.append("payout adjustments \(Money(cents: adjustedPayoutCents, currency))")
            }
        }
        return "\(month): \(parts.joined(separator: ", "))"
    }
}

/// A column by which the rows of a month's report are sorted.
package enum ReportOrder: String, Hashable, Sendable, CaseIterable {
    case name, visits, days, minutes, members, first, last, before, change, adjustments, payout
}

extension MonthReport {
    /// Sorts the rows; equal ones keep the order of their subjects.
    package mutating func sort(by order: ReportOrder, descending: Bool) {
        func place(_ row: Row) -> Int {
            switch order {
            case .name: 0
            case .visits: row.figures.visits
            case .days: row.figures.days
            case .minutes: row.figures.minutes
            case .members: row.figures.members
            case .first: row.figures.first?.daysSince1970 ?? .min
            case .last: row.figures.last?.daysSince1970 ?? .min
            case .before: row.before.visits
            case .change: row.change
            case .adjustments: row.adjustedVisits
            case .payout: (row.payoutCents ?? 0) + row.adjustedPayoutCents
            }
        }
        let keyed = rows.map { (place: place($0), words: $0.subject.words, id: $0.subject.id, row: $0) }
        rows = keyed.sorted { one, other in
            if one.place != other.place { return (one.place < other.place) != descending }
            let isBefore = (one.words, one.id) < (other.words, other.id)
            return order == .name && descending ? !isBefore && one.id != other.id : isBefore
        }.map(\.row)
    }
}
