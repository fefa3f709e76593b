import Foundation
import Testing
import VisitDrawing
import VisitModel

@testable import SimulationLab

@Suite("The lab's report")
struct LabReportTests {
    @Test("the table, the JSON and the page are as recorded")
    func golden() throws {
        let report = try LabBench.report()
        try GoldenFile("lab/report.txt").expect(report.table())
        let json = try LabDocument(report).json()
        try GoldenFile("lab/report.json").expect(json)
        #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
        try GoldenFile("lab/report.html").expect(report.html())
    }

    @Test("every number of the table is in the page and in the JSON")
    func sameNumbers() throws {
        let report = try LabBench.report()
        let (page, table) = (report.html(), report.table())
        for row in report.rows {
            #expect(table.contains(row.metric.label), "\(row.metric.label)")
            #expect(page.contains(HTMLText.escaped(row.metric.meaning)))
            for estimate in row.estimates.compactMap({ $0 }) {
                let number = LabNumber.text(estimate.value, row.metric.decimals)
                #expect(page.contains("<span class=\"value\">\(number)</span>"), "\(row.metric.key)")
                #expect(table.contains("(\(LabNumber.interval(estimate, row.metric.decimals)))"), "\(row.metric.key)")
            }
        }
        for weight in EnergyProxy.standard.weights { #expect(page.contains(HTMLText.escaped(weight.source))) }
    }

    @Test("the page is self-contained: no script, nothing fetched, each picture with a title and its numbers in words")
    func standsAlone() throws {
        let page = try LabBench.report().html()
        for forbidden in [
            "<script", "http:", "https:", "url(", "@import", "<link", "<img", "<iframe", "onload", "src=",
        ] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
        #expect(page.components(separatedBy: "<svg ").count == 4)
        #expect(page.components(separatedBy: "role=\"img\" aria-labelledby=").count == 4)
        #expect(page.components(separatedBy: "<desc ").count == 4)
        #expect(page.contains("<html lang=\"en\">"))
        #expect(page.contains("name=\"viewport\""))
        #expect(page.contains("prefers-color-scheme: dark"))
        #expect(page.contains("@media print"))
    }

    @Test("a name that looks like markup is escaped")
    func escaping() throws {
        let evil = "<script>alert('x')</script> & \"co\""
        let set = try LabOptionSet(name: evil, platform: .ios, kind: .gymVisits)
        let page = try LabBench.report(title: evil, sets: [set, LabPreset.plain.set(on: .ios)]).html()
        #expect(!page.contains("<script"))
        #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;"))
        #expect(try XMLLikeTags(page).isBalanced)
    }

    @Test("a single set has no comparison")
    func alone() throws {
        let report = try LabBench.report(title: nil, sets: [LabPreset.plain.set(on: .ios)])
        #expect(report.title == "One set of tracking options")
        #expect(report.findings.isEmpty)
        #expect(!report.table().contains("*"))
        #expect(!report.html().contains("class=\"difference"))
    }

    @Test(
        "sets with the same value are named as a tie",
        arguments: [
            // The measures of the three sets, and the expected sentence.
            (
                [0, 0, 0],
                "iOS: a, b and c tie for the most visits found, N %, for N J a day, and for the least energy too."
            ),
            (
                [0, 0, 1],
                """
                iOS: a and b tie for the most visits found, N %, for N J a day; c uses the least energy, N J a day, \
                and finds N %.
                """
            ),
            (
                [0, 3, 3],
                """
                iOS: a, b and c tie for the most visits found, N %, for N J a day, N J a day and N J a day; b and c \
                tie for the least energy of them and of all.
                """
            ),
            (
                [0, 1, 1],
                """
                iOS: a finds the most visits, N %, for N J a day; b and c tie for the least energy, N J a day, and \
                find N %.
                """
            ),
        ]
    )
    func ties(measured: [Int], sentence: String) throws {
        let sets = try ["a", "b", "c"].map { try LabOptionSet(name: $0, platform: .ios, kind: .gymVisits) }
        let run = try LabRun(population: try LabBench.population(members: 12, days: 30), sets: sets)
        let measures = measured.map { set in
            (0..<12).map { member in
                // Set 3 is set 0 with a lower energy.
                var measure = LabBench.measure(set: set % 3, member: member)
                if set == 3 { measure.gpsSeconds /= 2 }
                return measure
            }
        }
        let findings = LabReport(run, measures, resamples: 50).findings
        let number = try Regex(#"[0-9.]+ (%|J a day) \([0-9.]+ to [0-9.]+\)"#, as: (Substring, Substring).self)
        #expect(findings.map { $0.replacing(number) { "N \($0.output.1)" } } == [sentence])
    }

    @Test("a set without findings has no delays, and reports that")
    func nothingFound() throws {
        let run = try LabRun(
            population: try LabBench.population(members: 2),
            sets: [LabPreset.plain.set(on: .ios), LabPreset.plain.set(on: .android)]
        )
        var nothing = LabMeasure(days: 30)
        nothing.missed = 3
        let measures = [
            [LabBench.measure(set: 0, member: 0), LabBench.measure(set: 0, member: 1)], [nothing, nothing],
        ]
        let report = LabReport(run, measures, resamples: 50)
        #expect(report.row("found_percent")?.estimates[1]?.value == 0)
        #expect(report.row("entry_told_median_min")?.estimates[1] == nil)
        #expect(report.row("entry_told_median_min")?.differences[1] == nil)
        #expect(report.html().contains("no events"))
        #expect(report.table().contains("–"))
        let empty = LabReport(run, [[LabMeasure(), LabMeasure()], [LabMeasure(), LabMeasure()]], resamples: 50)
        #expect(empty.row("found_percent")?.estimates[0] == nil)
        #expect(try XMLLikeTags(empty.html()).isBalanced)
    }

    @Test("many sets are in blocks that fit a terminal, each of them once")
    func blocks() throws {
        let sets = LabPreset.allCases.flatMap { preset in [Platform.ios, .android].map { preset.set(on: $0) } }
        let lines = try LabBench.report(sets: sets).table().split(separator: "\n").map(String.init)
        #expect(lines.dropFirst(3).allSatisfy { $0.count <= 120 })
        for set in sets {
            #expect(lines.count { $0.contains(" \(set.name)") && $0.hasPrefix("  ") } == 1, "\(set.name)")
        }
    }

    @Test("numbers beside overlapping marks do not overlap")
    func labels() {
        let marks = Array(repeating: MarkLabels.Place(x: 100, y: 100), count: 14)
        let places = MarkLabels.places(beside: marks, in: (x: 0...200, y: 0...200))
        for (index, place) in places.enumerated() {
            #expect(place.distance(to: marks[index]) > 12)
            for other in places.dropFirst(index + 1) { #expect(place.distance(to: other) > 17) }
        }
        let corner = MarkLabels.places(beside: [MarkLabels.Place(x: 200, y: 0)], in: (x: 0...200, y: 0...200))
        #expect(corner.allSatisfy { (0...200).contains($0.x) && (0...200).contains($0.y) })
    }

    @Test("a scale is linear where possible, and logarithmic where numbers are far apart")
    func scales() {
        let even = ChartScale(positive: [10, 200], from: 0, to: 100)
        #expect(!even.isLogarithmic)
        #expect(even.ticks.first == 0)
        #expect(even.place(0) == 0)
        let wide = ChartScale(positive: [1, 2000], from: 0, to: 100)
        #expect(wide.isLogarithmic)
        #expect(wide.ticks.count == 5)
        #expect(abs(wide.place(100) - 50) < 1e-9)
        #expect(wide.place(0) == 0)
        #expect(ChartScale(positive: [], from: 0, to: 100).place(5).isFinite)
        #expect(ChartScale(positive: [0, 0], from: 0, to: 100).place(0) == 0)
    }
}

/// Checks that the tags of a page are balanced.
private struct XMLLikeTags {
    let isBalanced: Bool

    init(_ page: String) throws {
        var open: [Substring] = []
        var isBalanced = true
        for match in page.matches(
            of: try Regex(#"<(/?)([a-z0-9]+)[^>]*?(/?)>"#, as: (Substring, Substring, Substring, Substring).self)
        ) {
            let (_, closes, name, closesItself) = match.output
            if ["meta", "line", "circle", "rect"].contains(name) || !closesItself.isEmpty { continue }
            if closes.isEmpty {
                open.append(name)
            } else {
                isBalanced = isBalanced && open.popLast() == name
            }
        }
        self.isBalanced = isBalanced && open.isEmpty
    }
}
