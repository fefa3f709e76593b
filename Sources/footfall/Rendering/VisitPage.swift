internal import GeofenceEngine
internal import VisitDrawing
internal import VisitModel

/// The page of one visit: its verdict with the reasons, the picture, and the fixes.
struct VisitPage {
    let details: VisitDetails

    /// The most fixes of the table.
    private static let rowLimit = 500

    /// Those of the visit after whose it is and what a person decided.
    static func facts(_ details: VisitDetails) -> [(name: String, value: String)] {
        let visit = details.visit
        let subject = [
            (name: "Member", value: visit.member.text), (name: "Facility", value: visit.facility.text),
            (name: "Phone", value: visit.device?.text ?? "none: a person added the visit"),
        ]
        let review = details.review.map { review in
            let words = [
                review.decision?.rawValue ?? "noted", "by \(review.reviewer)", review.note.isEmpty ? nil : review.note,
            ]
            return (name: "Review", value: words.compactMap(\.self).joined(separator: ", "))
        }
        return subject + [review].compactMap(\.self) + VisitFacts(details).rows.map { (name: $0.name, value: $0.value) }
    }

    func html() -> String {
        let (visit, drawing) = (details.visit, VisitDrawing(details))
        let clock = LocalTime(details.fence.timeZone)
        return DrawingPage.html(title: "\(details.facilityName), \(clock.day(visit.enteredAt))") { page in
            page.element("p class=\"verdict\"", "\(details.sentence).")
            page.table(["", ""], Self.facts(details).map { [$0.name, $0.value] })
            if !visit.why.isEmpty {
                page.element("h2", "Why")
                page.element("ul") { list in for reason in visit.why { list.element("li", reason) } }
            }
            page.element("h2", "Map")
            page.element("div class=\"drawing\"") { frame in
                frame.raw(drawing.map)
                frame.raw(VisitDrawing.legend)
            }
            page.element("h2", "Time, in \(details.fence.timeZone.identifier)")
            page.element("div class=\"drawing\"") { $0.raw(drawing.strip) }
            page.element("h2", "Fixes")
            let fixes = details.phones.flatMap(\.fixes)
            if fixes.isEmpty { page.element("p", "No fixes of this time are stored.") }
            if fixes.count > Self.rowLimit { page.element("p class=\"quiet\"", "The first \(Self.rowLimit).") }
            page.table(
                ["time", "accuracy", "from the edge", "shows"],
                fixes.prefix(Self.rowLimit).map { reading in
                    [
                        clock.moment(reading.fix.time),
                        reading.fix.horizontalAccuracy.map { "\(Distance.whole(meters: $0)) m" } ?? "unknown",
                        "\(Distance.whole(meters: reading.edgeMeters)) m",
                        reading.shows,
                    ]
                }
            )
        }
    }
}
