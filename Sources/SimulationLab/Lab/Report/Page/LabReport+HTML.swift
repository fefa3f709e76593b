extension LabReport {
    /// The report as a self-contained page: charts, the same numbers as tables, and the meaning of every metric.
    ///
    /// It has no script and loads nothing, so it can be mailed and printed. It follows the reader's dark or light
    /// mode, and fits a phone's screen.
    ///
    /// - Returns: HTML; the same for the same report, byte for byte.
    package func html() -> String {
        var page = HTMLText()
        page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        page.element("title", "\(title) – Footfall lab")
        page.raw("<style>\n\(Self.style)</style>\n</head>\n<body>\n")
        page.element("main") { main in
            writeBeginning(to: &main)
            writePictures(to: &main)
            for group in LabMetric.Group.allCases { writeTable(of: group, to: &main) }
            writeMeanings(to: &main)
            writeWeights(to: &main)
        }
        page.raw("</body>\n</html>\n")
        return page.text
    }

    private func writeBeginning(to page: inout HTMLText) {
        page.element("h1", title)
        page.element(
            "p class=\"lead\"",
            "Each set of options ran on the same simulated phones: \(subject). The members made \(trueVisits) visits "
                + "that could be found. Differences between two sets are caused by their options only."
        )
        if !findings.isEmpty {
            page.element("h2", "Summary")
            page.element("ul") { list in
                for finding in findings { list.element("li", finding) }
            }
        }
        page.element("h2", "Sets compared")
        page.element("ol class=\"sets\"") { list in
            for set in sets {
                list.element("li") { item in
                    item.raw("<strong>\(HTMLText.escaped(set.name))</strong>: \(HTMLText.escaped(set.summary))\n")
                    item.element("details") { details in
                        details.element("summary", "its options")
                        details.element("code", set.optionsText)
                    }
                }
            }
        }
    }

    private func writePictures(to page: inout HTMLText) {
        if let markup = TradeOffChart(report: self).markup {
            page.element("h2", "The trade-off")
            page.element("figure") { figure in
                figure.raw(markup)
                figure.element(
                    "figcaption",
                    "Up: more of the visits were found. Left: less energy. Round marks are iOS, square ones Android, "
                        + "with the numbers of the list above. The lines through a mark are its 95 % intervals."
                )
            }
        }
        if let markup = DelayChart(report: self).markup {
            page.element("h2", "Delays")
            page.element("figure") { figure in
                figure.raw(markup)
                figure.element("figcaption") { caption in
                    caption.raw("<span class=\"key entry\"></span> entries, <span class=\"key exit\"></span> exits. ")
                    caption.raw(
                        "The full dot is the median, the ring the 95th percentile; the pale bands are their 95 % "
                    )
                    caption.raw("intervals. Negative delays are at the left edge.\n")
                }
            }
        }
        page.element("h2", "Energy by component")
        page.element("figure") { figure in
            figure.raw(EnergyChart(report: self).markup)
            figure.element("figcaption") { caption in
                for part in EnergyProxy.Part.allCases where energy.contains(where: { ($0[part] ?? 0) > 0 }) {
                    caption.raw("<span class=\"key part-\(part)\"></span> \(HTMLText.escaped(part.rawValue)) ")
                }
                caption.raw(
                    "– counts times the weights below. For an app that monitors geofences the system itself locates "
                )
                caption.raw(
                    "the phone, once a minute at rest; this is included in the Wi-Fi scans of every such set.\n"
                )
            }
        }
        writeEnergyTable(to: &page)
    }

    private func writeEnergyTable(to page: inout HTMLText) {
        page.element("div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Energy by component\"") {
            region in
            region.element("table") { table in
                table.element("caption", "Energy proxy by component, J a day")
                table.element("thead") { head in
                    head.element("tr") { row in
                        row.raw("<td></td>\n")
                        for set in sets { row.element("th scope=\"col\"", set.name) }
                    }
                }
                table.element("tbody") { body in
                    for part in EnergyProxy.Part.allCases {
                        body.element("tr") { row in
                            row.element("th scope=\"row\"", part.rawValue)
                            for parts in energy { row.element("td", LabNumber.text(parts[part] ?? 0, 1)) }
                        }
                    }
                }
            }
        }
    }
}

/// Builds HTML: tags are written as they are, text is escaped.
struct HTMLText {
    private(set) var text = ""

    /// Appends markup.
    mutating func raw(_ markup: String) { text += markup }

    /// Appends an element with text.
    ///
    /// - Parameters:
    ///   - tag: the tag name with its attributes: `p class="note"`.
    ///   - content: any text; escaped.
    mutating func element(_ tag: String, _ content: String) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\(Self.escaped(content))</\(name)>\n"
    }

    /// Appends an element with child elements.
    mutating func element(_ tag: String, _ content: (inout HTMLText) -> Void) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\n"
        content(&self)
        text += "</\(name)>\n"
    }

    /// Text escaped for elements and for quoted attributes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
