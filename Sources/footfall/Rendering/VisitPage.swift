internal import GeofenceEngine
internal import VisitDrawing
internal import VisitModel

/// The page of one visit: its verdict with the reasons, the picture, and the fixes.
struct VisitPage {
    let details: VisitDetails

    /// The most fixes of the table.
    private static let rowLimit = 500

    func html() -> String {
        let (visit, drawing) = (details.visit, VisitDrawing(details))
        let clock = LocalTime(details.fence.timeZone)
        return DrawingPage.html(title: "\(details.facilityName), \(clock.day(visit.enteredAt))") { page in
            page.element("p class=\"verdict\"", "\(details.sentence).")
            page.table(["", ""], VisitFacts(details).rows.map { [$0.name, $0.value] })
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

/// The facts of a visit, for a list of names and values.
struct VisitFacts {
    let rows: [(name: String, value: String)]

    init(_ details: VisitDetails) {
        let (visit, clock) = (details.visit, LocalTime(details.fence.timeZone))
        func words(_ bounds: ClosedRange<Timestamp>) -> String {
            "\(clock.moment(bounds.lowerBound)) to \(clock.moment(bounds.upperBound))"
        }
        func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
        let assessment = visit.assessment
        let runnerUp = assessment?.runnerUp.map { "\($0.facility.text), \(percent($0.share))" }
        let review = details.review.map { review in
            [review.decision?.rawValue ?? "noted", "by \(review.reviewer)", review.note.isEmpty ? nil : review.note]
                .compactMap(\.self).joined(separator: ", ")
        }
        let pairs: [(String, String?)] = [
            ("visit", visit.id.text), ("member", visit.member.text), ("phone", visit.device.text),
            ("facility", visit.facility.text), ("entered", clock.moment(visit.enteredAt)),
            ("entered between", assessment.map { words($0.enteredBetween) }),
            ("left", visit.exitedAt.map(clock.moment) ?? "not yet"),
            ("left between", assessment?.exitedBetween.map(words)), ("status", visit.status.rawValue),
            ("evidence", visit.evidence.rawValue), ("verdict", visit.verdict.rawValue),
            ("confidence", assessment.map { percent($0.confidence) }),
            ("proven", assessment.map { Duration.spoken(seconds: $0.provenSeconds) }),
            ("bridged", assessment.map { Duration.spoken(seconds: $0.bridgedSeconds) }),
            ("dwell threshold", Duration.spoken(seconds: details.fence.dwellThreshold.seconds)),
            ("doubts", visit.doubts.names.isEmpty ? nil : visit.doubts.names.joined(separator: ", ")),
            ("runner-up", runnerUp), ("review", review), ("month", visit.month.description),
            ("policy", visit.policyVersion),
        ]
        rows = pairs.compactMap { name, value in value.map { (name, $0) } }
    }
}
