internal import PhoneDoctor
internal import VisitDrawing
internal import VisitModel

/// The page of a diagnosis: the phone's stays and reports with what the doctor found, on one axis of time.
struct FindingPage {
    let history: CaseHistory
    let findings: [Finding]
    /// The result in a sentence.
    let heading: String

    /// The most observations of a finding that are listed.
    private static let evidenceLimit = 50

    func html() -> String {
        let clock = LocalTime(history.timeZone)
        return DrawingPage.html(title: "Diagnosis of a phone") { page in
            page.element("p class=\"verdict\"", heading)
            page.element("div class=\"drawing\"") { frame in
                frame.raw(
                    TimelineDrawing(
                        id: "timeline",
                        title: "Timeline of the phone",
                        span: history.span,
                        zone: history.timeZone,
                        lanes: lanes
                    ).markup
                )
            }
            for finding in findings {
                page.element("h2", finding.title)
                page.element("p", finding.weight == .problem ? "Problem." : "Recovered.")
                page.element("p", finding.cause)
                page.element("p", "What to do: \(finding.advice)")
                page.element("ul") { list in
                    for evidence in finding.evidence.prefix(Self.evidenceLimit) {
                        list.element("li", "\(clock.moment(evidence.time)): \(evidence.text)")
                    }
                    let rest = finding.evidence.count - Self.evidenceLimit
                    if rest > 0 { list.element("li", "and \(rest) more") }
                }
            }
        }
    }

    private var lanes: [TimelineDrawing.Lane] {
        let clock = LocalTime(history.timeZone)
        func marks(
            _ style: TimelineDrawing.Mark.Style,
            _ isWanted: (GeofenceEvent.Kind) -> Bool
        )
            -> [TimelineDrawing.Mark]
        {
            history.events.filter { isWanted($0.kind) }.map { event in
                let place = event.kind.facility.map { " \($0)" } ?? ""
                return .init(
                    style,
                    at: event.occurredAt,
                    "\(clock.moment(event.occurredAt)): \(event.kind.name)\(place)"
                )
            }
        }
        let crossings =
            marks(.entered) { if case .entered = $0 { true } else { false } }
            + marks(.dwell) { if case .dwell = $0 { true } else { false } }
            + marks(.exited) { if case .exited = $0 { true } else { false } }
        let others =
            marks(.heartbeat) { $0 == .heartbeat } + marks(.problem) { if case .error = $0 { true } else { false } }
            + marks(.change) { kind in
                switch kind {
                case .registered, .unregistered: true
                default: false
                }
            }
        let found = findings.map { finding in
            TimelineDrawing.Lane(
                finding.title,
                marks: finding.evidence.map {
                    .init(.problem, at: $0.time, "\(clock.moment($0.time)): \($0.text)")
                }
            )
        }
        return [
            TimelineDrawing.Lane("Entries, dwells and exits", marks: crossings),
            TimelineDrawing.Lane("Registrations, heartbeats and errors", marks: others),
        ] + found
    }
}
