extension LabReport {
    /// Writes a table of a group of metrics, sets side by side.
    func writeTable(of group: LabMetric.Group, to page: inout HTMLText) {
        let rows = rows.filter { $0.metric.group == group }
        page.element("h2", group.rawValue)
        page.element("div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(group.rawValue)\"") { region in
            region.element("table") { table in
                table.element(
                    "caption",
                    "\(group.rawValue), with 95 % intervals\(sets.count > 1 ? " and differences from \(sets[0].name)" : "")"
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
        page.element("h2", "What the columns mean")
        page.element("dl") { list in
            for row in rows {
                list.element("dt", row.metric.label)
                list.element("dd", row.metric.meaning)
            }
        }
        page.element("h2", "How to read the intervals")
        page.element(
            "p",
            "Another \(population.memberCount) members would have given somewhat other numbers. The 95 % intervals say how "
                + "other: members were drawn anew \(resamples) times, with replacement, and of the \(resamples) results the "
                + "middle 95 % are shown (percentile bootstrap over members, Efron and Tibshirani 1993). With fewer than "
                + "twenty members they are too narrow."
        )
        if sets.count > 1 {
            page.element(
                "p",
                "The second line below a number is how much more it is than with \(sets[0].name), over the same members, which "
                    + "is surer than comparing two intervals by eye. A star marks a difference whose interval has no zero in it: "
                    + "it is hardly chance. Of twenty comparisons in which there is no difference, one has a star all the same."
            )
        }
        page.element(
            "p",
            "Intervals say nothing of what the simulation gets wrong. The members are made up and the phone is a model; a set "
                + "that is better here by far is likely better on real phones, one that is better by a little need not be."
        )
    }

    /// Writes the weights of the energy proxy.
    func writeWeights(to page: inout HTMLText) {
        page.element("h2", "The energy proxy")
        page.element(
            "p",
            "What was counted, times these weights. It is a proxy to compare options by and no measurement: phones differ by a "
                + "factor of several, and what other apps have switched on anyway costs this one nothing. The system's own "
                + "work is in it only where the simulator counts it; a motion coprocessor's is not."
        )
        page.element("div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Weights of the energy proxy\"") {
            region in
            region.element("table class=\"weights\"") { table in
                table.element("thead") { head in
                    head.raw("<tr><th scope=\"col\">what</th><th scope=\"col\">weight</th>")
                    head.raw("<th scope=\"col\">where it comes from</th></tr>\n")
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
