internal import Mustache
internal import VisitDrawing

/// The content of a report's page, as `report.mustache` names it.
///
/// `nil` leaves a section out. The charts are markup; everything else is text, which the template escapes.
struct LabReportPage {
    /// The main results; `nil` where there is nothing to compare.
    let summary: Summary?
    let title, subject: String
    let trueVisits, memberCount, resamples: Int
    /// Its palette is that of Okabe and Ito ("Color Universal Design", 2008), made for people with colour blindness.
    let style: String
    let sets: [Set]
    /// The set that the others are compared with; `nil` where it is the only one.
    let reference: Set?
    let tradeOff, delays: Chart?
    let energy: Energy
    let groups: [Group]
    let metrics: [Metric]
    let weights: [EnergyProxy.Weight]

    struct Summary {
        let findings: [String]
    }

    struct Set {
        let name, summary, options: String
    }

    struct Chart {
        let chart: String
    }

    struct Energy {
        let chart: String
        /// The consumers in the key: those that used energy in any set.
        let parts: [Part]
        let rows: [Row]

        struct Part {
            let key, name: String
        }

        struct Row {
            let name: String
            let joules: [String]
        }
    }

    struct Group {
        let name: String
        let rows: [Row]

        struct Row {
            let label: String
            let cells: [Cell]
        }

        struct Cell {
            let estimate: Estimate?
        }

        struct Estimate {
            let value, interval: String
            let difference: Difference?
        }

        struct Difference {
            let words: String
            let isClear: Bool
        }
    }

    struct Metric {
        let label, meaning: String
    }

    init(_ report: LabReport) {
        let (rows, findings) = (report.rows, report.findings)
        summary = findings.isEmpty ? nil : Summary(findings: findings)
        (title, subject) = (report.title, report.subject)
        (trueVisits, memberCount, resamples) = (report.trueVisits, report.population.memberCount, report.resamples)
        style = String(decoding: PackageResources.report_css, as: UTF8.self)
        sets = report.sets.map { Set(name: $0.name, summary: $0.summary, options: $0.optionsText) }
        reference = sets.count > 1 ? sets[0] : nil
        tradeOff = TradeOffChart(report: report).markup.map(Chart.init)
        delays = DelayChart(report: report).markup.map(Chart.init)
        energy = Energy(report)
        groups = LabMetric.Group.allCases.map { group in
            Group(
                name: group.rawValue,
                rows: rows.filter { $0.metric.group == group }.map { row in
                    Group.Row(
                        label: row.metric.label,
                        cells: report.sets.indices.map { Group.Cell(estimate: Group.Estimate(row, set: $0)) }
                    )
                }
            )
        }
        metrics = rows.map { Metric(label: $0.metric.label, meaning: $0.metric.meaning) }
        weights = EnergyProxy.standard.weights
    }
}

extension LabReportPage.Energy {
    init(_ report: LabReport) {
        chart = EnergyChart(report: report).markup
        parts = EnergyProxy.Part.allCases
            .filter { part in report.energy.contains { ($0[part] ?? 0) > 0 } }
            .map { Part(key: "\($0)", name: $0.rawValue) }
        rows = EnergyProxy.Part.allCases.map { part in
            Row(name: part.rawValue, joules: report.energy.map { LabNumber.text($0[part] ?? 0, 1) })
        }
    }
}

extension LabReportPage.Group.Estimate {
    /// Fails where the set has no value of the metric.
    init?(_ row: LabReport.Row, set: Int) {
        let decimals = row.metric.decimals
        guard let estimate = row.estimates[set] else { return nil }
        value = LabNumber.text(estimate.value, decimals)
        interval = LabNumber.interval(estimate, decimals)
        difference = row.differences[set].map { difference in
            let words = "\(LabNumber.signed(difference.value, decimals)) (\(LabNumber.interval(difference, decimals)))"
            return .init(words: difference.isClear ? "\(words) *" : words, isClear: difference.isClear)
        }
    }
}

extension LabReport {
    /// The report as a self-contained page: charts, the same numbers as tables, and the meaning of every metric.
    ///
    /// It has no script and loads nothing, so it can be mailed and printed. It follows the reader's dark or light mode,
    /// and fits a phone's screen. The same report gives the same page, byte for byte.
    package func html() -> String { Self.template.render(LabReportPage(self)) }

    private static let template: MustacheTemplate = {
        MustacheContentTypes.register(EscapedHTML(), named: EscapedHTML.name)
        let source = String(decoding: PackageResources.report_mustache, as: UTF8.self)
        do {
            return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(EscapedHTML.name) }}\n" + source)
        } catch {
            // It is part of the program, and every test of the page parses it.
            preconditionFailure("the lab page's template can't be read: \(error)")
        }
    }()
}

/// Escapes text scalar by scalar: the library's own escaping works on whole characters and passes a quotation mark with
/// a combining accent, which still ends an attribute in a browser.
private struct EscapedHTML: MustacheContentType {
    static let name = "LAB"

    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
