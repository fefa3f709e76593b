package import GeofenceEngine
internal import VisitModel

/// The picture of a visit: a map and a strip of time, as SVG without a script.
///
/// A pure function of its values. Colours come from `DrawingStyle`, which follows the reader's dark or light mode.
package struct VisitDrawing: Sendable {
    private let details: VisitDetails
    private let zone: TimeZoneName

    /// Times are shown in the time zone of the fence.
    package init(_ details: VisitDetails) {
        self.details = details
        self.zone = details.fence.timeZone
    }

    /// The fence with its exit buffer, and the fixes with their accuracy and times; those not evaluated are crossed.
    package var map: String { VisitMap(details: details, zone: zone).markup }

    /// The stay with the bounds of its entry and exit and its dwell threshold, the time that the fixes prove, and what the
    /// phone and its system reported.
    package var strip: String {
        let threshold = details.visit.enteredAt.advanced(bySeconds: Double(details.fence.dwellThreshold.seconds))
        let needed = Duration.spoken(seconds: details.fence.dwellThreshold.seconds)
        return TimelineDrawing(
            id: "visit-strip",
            title: "Time strip of the visit",
            span: details.span,
            zone: zone,
            lanes: [visitLane] + details.phones.flatMap(lanes),
            lines: [.init(.threshold, at: threshold, "dwell threshold: \(needed) after the entry")]
        ).markup
    }

    private var visitLane: TimelineDrawing.Lane {
        let (visit, clock) = (details.visit, LocalTime(zone))
        let end = max(visit.enteredAt, visit.end)
        var spans: [TimelineDrawing.Span] = []
        if let bounds = visit.assessment?.enteredBetween {
            spans.append(
                .init(.bounds, from: bounds.lowerBound, to: bounds.upperBound, "entered \(clock.words(bounds))")
            )
        }
        if let bounds = visit.assessment?.exitedBetween {
            spans.append(.init(.bounds, from: bounds.lowerBound, to: bounds.upperBound, "left \(clock.words(bounds))"))
        }
        let times =
            visit.exitedAt.map { "\(clock.second(visit.enteredAt)) to \(clock.second($0))" }
            ?? "since \(clock.second(visit.enteredAt)), last proven inside at \(clock.second(visit.lastProofAt))"
        spans.append(
            .init(visit.isCounted ? .visit : .uncounted, from: visit.enteredAt, to: end, "the visit: \(times)")
        )
        return .init("Visit, and the bounds of its entry and exit", spans: spans)
    }

    private func lanes(_ phone: VisitDetails.Phone) -> [TimelineDrawing.Lane] {
        let clock = LocalTime(zone)
        let spans = phone.spans.map { span in
            TimelineDrawing.Span(
                span.style,
                from: span.start,
                to: span.end,
                "\(span.kind.rawValue) \(clock.minute(span.start)) to \(clock.minute(span.end))"
            )
        }
        let fixes = phone.fixes.map {
            TimelineDrawing.Mark($0.style, at: $0.fix.time, $0.words(clock))
        }
        let reports = phone.reports.map {
            TimelineDrawing.Mark($0.style, at: $0.time, "\(clock.second($0.time)): \($0.text)")
        }
        let name = details.phones.count > 1 ? "Fixes of \(phone.device.text)" : "Fixes, and the time they prove"
        return [.init(name, spans: spans, marks: fixes)]
            + (reports.isEmpty ? [] : [.init("Reports of the phone and its system", marks: reports)])
    }

    /// The meaning of the marks, as an HTML list.
    package static let legend: String = {
        var text = HTMLText()
        text.element("ul class=\"drawing-legend\"") { list in
            let marks: [TimelineDrawing.Mark.Style] = [.inside, .edge, .outside, .coarse, .ignored]
            for style in marks {
                list.raw("<li><span class=\"key \(style.rawValue)\"></span>\(HTMLText.escaped(style.words))</li>\n")
            }
            for kind in StayReading.Span.Kind.allCases {
                list.raw("<li><span class=\"key span-key \(kind.rawValue)\"></span>\(kind.rawValue) time</li>\n")
            }
            list.raw("<li><span class=\"key span-key bounds\"></span>bounds of entry and exit</li>\n")
            list.raw("<li><span class=\"key buffer\"></span>exit buffer</li>\n")
        }
        return text.text
    }()
}

extension VisitDetails {
    /// The facility's name, or its id where it has none.
    package var facilityName: String { facility.name.isEmpty ? facility.id.text : facility.name }
}

extension FixReading {
    package var isIgnored: Bool { if case .ignored = side { true } else { false } }

    var style: TimelineDrawing.Mark.Style {
        switch side {
        case .inside: .inside
        case .nearEdge: .edge
        case .outside: .outside
        case .coarse: .coarse
        case .ignored: .ignored
        }
    }

    /// `14:02:05, accurate to 12 m, inside by 40 m`, or why it is not evaluated.
    func words(_ clock: LocalTime) -> String {
        let accuracy =
            fix.horizontalAccuracy.map { "accurate to \(Distance.whole(meters: $0)) m" } ?? "of unknown accuracy"
        let edge = Distance.whole(meters: abs(edgeMeters))
        let place = edgeMeters <= 0 ? "\(edge) m inside the edge" : "\(edge) m beyond the edge"
        return ([clock.second(fix.time), accuracy, place] + [reason].compactMap(\.self)).joined(separator: ", ")
    }

    /// Where the fix shows the device, or why it shows nothing.
    package var shows: String { reason ?? style.words }

    /// Why the fix is not evaluated, or shows nothing; `nil` where it does.
    private var reason: String? {
        switch side {
        case .inside, .nearEdge, .outside: nil
        case .coarse: "too inaccurate for this fence"
        case .ignored(let reason): reason.sentence
        }
    }
}

extension StayReading.Span {
    fileprivate var style: TimelineDrawing.Span.Style {
        switch kind {
        case .proven: .proven
        case .bridged: .bridged
        case .absent: .absent
        }
    }
}

extension VisitDetails.Report {
    fileprivate var style: TimelineDrawing.Mark.Style {
        switch kind {
        case .heartbeat: .heartbeat
        case .transition: .transition
        case .change: .change
        }
    }
}

extension TimelineDrawing.Mark.Style {
    /// For a legend.
    package var words: String {
        switch self {
        case .inside: "inside"
        case .edge: "near the edge"
        case .outside: "outside"
        case .coarse: "too inaccurate"
        case .ignored: "not evaluated"
        case .heartbeat: "heartbeat"
        case .transition: "report of the system"
        case .change: "change of the phone"
        case .entered: "Entered"
        case .dwell: "Dwell"
        case .exited: "Exited"
        case .problem: "problem"
        case .threshold: "dwell threshold"
        }
    }
}

extension LocalTime {
    fileprivate func words(_ bounds: ClosedRange<Timestamp>) -> String {
        "between \(second(bounds.lowerBound)) and \(second(bounds.upperBound))"
    }
}
