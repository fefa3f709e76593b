extension LabReport {
    /// Writes a table of a group of metrics, sets side by side.
    func writeTable(of group: LabMetric.Group, to page: inout HTMLText) {
        let rows = rows.filter { $0.metric.group == group }
        page.element("h2", group.rawValue)
        page.element("div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(group.rawValue)\"") { region in
            region.element("table") { table in
                table.element(
                    "caption",
                    """
                    \(group.rawValue), with 95 % \
                    intervals\(sets.count > 1 ? " and differences from \(sets[0].name)" : "")
                    """
                )
                table.element("thead") { head in
                    head.element("tr") { line in
                        line.raw("<td></td>\n")
                        for set in sets { line.element("th scope=\"col\"", set.name) }
                    }
                }
                table.element("tbody") { body in
                    for row in rows {
                        body.element("tr") { line in
                            line.element("th scope=\"row\"", row.metric.label)
                            for set in sets.indices { write(row, set, to: &line) }
                        }
                    }
                }
            }
        }
    }

    private func write(_ row: Row, _ set: Int, to line: inout HTMLText) {
        let decimals = row.metric.decimals
        guard let estimate = row.estimates[set] else { return line.element("td", "–") }
        line.element("td") { cell in
            cell.element("span class=\"value\"", LabNumber.text(estimate.value, decimals))
            cell.element("span class=\"interval\"", LabNumber.interval(estimate, decimals))
            guard let difference = row.differences[set] else { return }
            let words = "\(LabNumber.signed(difference.value, decimals)) (\(LabNumber.interval(difference, decimals)))"
            cell.element(
                "span class=\"difference\(difference.isClear ? " clear" : "")\"",
                difference.isClear ? "\(words) *" : words
            )
        }
    }

    /// Writes the meaning of every metric.
    func writeMeanings(to page: inout HTMLText) {
        page.element("h2", "Columns")
        page.element("dl") { list in
            for row in rows {
                list.element("dt", row.metric.label)
                list.element("dd", row.metric.meaning)
            }
        }
        page.element("h2", "Intervals")
        page.element(
            "p",
            "Another \(population.memberCount) members would have given somewhat different numbers. The 95 % intervals "
                + "say how different: members were resampled \(resamples) times, with replacement, and of the "
                + "\(resamples) results the middle 95 % are shown (percentile bootstrap over members, Efron and "
                + "Tibshirani 1993). With fewer than twenty members they are too narrow."
        )
        if sets.count > 1 {
            page.element(
                "p",
                "The second line below a number is how much more it is than with \(sets[0].name), over the same "
                    + "members, which is more reliable than comparing two intervals by eye. A star marks a "
                    + "significant difference, whose interval does not contain zero. Of twenty comparisons without a "
                    + "true difference, about one still gets a star."
            )
        }
        page.element(
            "p",
            "The intervals do not cover errors of the simulation. The members are synthetic and the phone is a "
                + "model; a set that is much better here is likely better on real phones, a set that is slightly "
                + "better may not be."
        )
    }

    /// Writes the weights of the energy proxy.
    func writeWeights(to page: inout HTMLText) {
        page.element("h2", "The energy proxy")
        page.element(
            "p",
            "The sum of the counts times these weights. It is a proxy for comparing options, not a measurement: phones "
                + "differ several-fold, and hardware that other apps already use costs this one nothing. The system's "
                + "own work is included only where the simulator counts it; that of a motion coprocessor is not."
        )
        page.element("div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Weights of the energy proxy\"") {
            region in
            region.element("table class=\"weights\"") { table in
                table.element("thead") { head in
                    head.raw("<tr><th scope=\"col\">what</th><th scope=\"col\">weight</th>")
                    head.raw("<th scope=\"col\">source</th></tr>\n")
                }
                table.element("tbody") { body in
                    for weight in EnergyProxy.standard.weights {
                        body.element("tr") { row in
                            row.element("th scope=\"row\"", weight.name)
                            row.element("td", weight.value)
                            row.element("td", weight.source)
                        }
                    }
                }
            }
        }
    }
}
