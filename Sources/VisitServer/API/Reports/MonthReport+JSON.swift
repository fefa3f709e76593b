internal import MonthReports
internal import VisitModel
internal import VisitPipeline

extension JSONObject {
    init(_ report: MonthReport) {
        self.init()
        self["month"] = report.month.description
        self["by"] = report.key.rawValue
        self["closed_at"] = report.closed?.closedAt.iso8601
        self["closed_by"] = report.closed?.author.words
        self["takes_adjustments"] = report.takesAdjustments
        self["visits"] = report.visits
        self["visits_before"] = report.visitsBefore
        self["adjusted_visits"] = report.adjustedVisits
        self["payout_rule"] = report.rule.map { JSONObject($0) }
        self["payout"] = report.payoutCents.map(Money.text)
        self["adjusted_payout"] = report.currency == nil ? nil : Money.text(report.adjustedPayoutCents)
        self["currency"] = report.currency?.code
        self["rows"] = report.rows.map { JSONObject($0, by: report.key, report.currency) }
        // They name members, as the rows of a report by member do.
        guard report.key == .member else { return }
        self["adjustments"] = report.adjustments.map { JSONObject($0) }
        self["payout_adjustments"] = report.payoutAdjustments.map { JSONObject($0) }
    }

    private init(_ row: MonthReport.Row, by key: ReportKey, _ currency: Currency?) {
        self.init()
        // `null` for members who were erased, and for no group.
        self[key.rawValue] = row.subject.id.isEmpty ? nil : row.subject.id
        if key != .group { self["name"] = row.subject.name }
        self["visits"] = row.figures.visits
        self["days"] = row.figures.days
        self["minutes"] = row.figures.minutes
        self["members"] = row.figures.members
        self["first_day"] = row.figures.first?.description
        self["last_day"] = row.figures.last?.description
        self["visits_before"] = row.before.visits
        self["days_before"] = row.before.days
        self["minutes_before"] = row.before.minutes
        self["adjusted_visits"] = row.adjustedVisits
        self["adjusted_minutes"] = row.adjustedMinutes
        self["payout"] = row.payoutCents.map(Money.text)
        self["adjusted_payout"] = currency == nil ? nil : Money.text(row.adjustedPayoutCents)
    }

    private init(_ line: MonthLine) {
        self.init()
        self["change"] = line.change.rawValue
        self["visit_id"] = line.visit.visit?.text
        self["member"] = line.visit.member?.text
        self["facility"] = line.visit.facility.text
        self["group"] = line.visit.group?.text
        self["month"] = line.visit.month.description
        self["local_date"] = line.visit.localDate.description
        self["minutes"] = line.visit.minutes
    }

    private init(_ line: PayoutLine) {
        self.init()
        self["member"] = line.member?.text
        self["group"] = line.group?.text
        self["month"] = line.month.description
        self["amount"] = Money.text(line.amount.cents)
    }

    /// The closed months and the next one.
    init(_ closed: ClosedMonths) {
        self.init()
        self["closed"] = closed.months.map { month in
            var json = JSONObject()
            json["month"] = month.month.description
            json["closed_at"] = month.closedAt.iso8601
            json["closed_by"] = month.author.words
            return json
        }
        self["next"] = closed.next?.description
    }

    init(_ history: PayoutHistory) {
        self.init()
        self["decisions"] = history.decisions.map { decision in
            var json = JSONObject()
            json["from"] = decision.from.description
            json["rule"] = decision.rule.map { JSONObject($0) }
            json["decided_at"] = decision.decidedAt.iso8601
            json["decided_by"] = decision.author.words
            return json
        }
    }

    private init(_ rule: PayoutRule) {
        self.init()
        self["days"] = rule.requiredDays
        self["unit"] = rule.unit.rawValue
        self["each"] = rule.centsPerUnit.map(Money.text)
        self["most"] = rule.mostCents.map(Money.text)
        self["currency"] = rule.currency.code
        self["sentence"] = rule.description
    }
}
