internal import HTTPTypes
internal import Hummingbird
internal import MonthReports
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The pages of months: report, files, closing, payouts.
struct ReportPages: Sendable {
    let authentication: DashboardAuthentication

    private static let payoutFields = ["month", "from", "days", "unit", "each", "most", "currency", "none"]

    var all: [Endpoint] {
        [
            authentication.page(.get, ReportQuery.path, .read, recording: .read) { try await show($0) },
            authentication.page(.get, "\(ReportQuery.path)/{month}/file", .read) { page in
                let endpoints = ReportEndpoints(parts: authentication.parts)
                return try await endpoints.report(page.call, by: page.principal, via: .page)
            },
            authentication.page(.post, "\(ReportQuery.path)/{month}/close", .admin, fields: ["visits", "sure"]) {
                try await close($0)
            },
            authentication.page(.post, "\(ReportQuery.path)/payout", .admin, fields: Self.payoutFields) {
                try await decide($0)
            },
        ]
    }

    private func show(_ page: PageCall, month: Month? = nil, problem: Problem? = nil) async throws -> Response {
        let now = authentication.parts.now()
        let content = try await authentication.parts.reader.read { store in
            let current = try month ?? now.localMonth(in: PageClock(store, at: now).zone)
            return try ReportContent(ReportQuery(page.call, current: current), store, at: now, problem: problem?.detail)
        }
        return page.shows(
            "reports",
            title: "Reports",
            in: .reports,
            content,
            uses: [.pages, .drawing],
            problem: problem
        )
    }

    private func close(_ page: PageCall) async throws -> Response {
        let (month, now) = (try page.call.pathMonth("month"), authentication.parts.now())
        do {
            guard page.form["sure"] != nil else {
                throw Problem.invalid("Confirm that \(month) is complete; a closed month can't be opened again.")
            }
            guard let visits = page.form["visits"].flatMap({ Int($0) }) else {
                throw Problem.invalid("`visits` is missing; reload the page", field: "visits")
            }
            let author = ReportAuthor(page.principal)
            try await authentication.parts.reader.read { store in
                try store.months.close(month, at: now, by: author, expecting: visits)
            }
        } catch {
            return try await show(page, month: month, problem: try Problem(ofForm: error))
        }
        return page.goes(
            to: DashboardLink.query(ReportQuery.path, ["month": month.description]),
            saying: PageFlash(.done, "\(PageClock.text(month)) is closed. Its file no longer changes.")
        )
    }

    private func decide(_ page: PageCall) async throws -> Response {
        let form = page.form
        let shown = try? form["month"].map { try Month($0) }
        do {
            guard let text = form["from"] else { throw Problem.invalid("Give the first month.", field: "from") }
            let decision = PayoutDecision(
                from: try PlainText.valid("from") { () throws(ValidationError) in try Month(text) },
                rule: form["none"] == nil ? try rule(form) : nil,
                decidedAt: authentication.parts.now(),
                author: ReportAuthor(page.principal)
            )
            try await authentication.parts.reader.read { try $0.months.decide(decision) }
            return page.goes(
                to: DashboardLink.query(ReportQuery.path, ["month": form["month"]]),
                saying: PageFlash(
                    .done,
                    "From \(PageClock.text(decision.from)) on: \(decision.rule?.description ?? "no payouts")."
                )
            )
        } catch {
            return try await show(page, month: shown, problem: try Problem(ofForm: error))
        }
    }

    private func unit(_ form: FormFields) throws -> PayoutRule.Unit {
        guard let unit = form["unit"].flatMap(PayoutRule.Unit.init) else {
            throw Problem.invalid("Choose what several visits of a day are.", field: "unit")
        }
        return unit
    }

    private func rule(_ form: FormFields) throws -> PayoutRule {
        guard let days = Int(form["days"] ?? "0") else {
            throw Problem.invalid("`\(form["days"] ?? "")` is not a number of days.", field: "days")
        }
        return try PayoutRule(
            requiredDays: days,
            unit: try unit(form),
            centsPerUnit: form["each"].map { try Money.cents($0) },
            mostCents: form["most"].map { try Money.cents($0) },
            currency: Currency(form["currency"] ?? "")
        )
    }
}
