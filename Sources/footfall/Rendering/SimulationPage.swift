internal import PhoneOS
internal import PhoneSimulator
internal import SimulationLab
internal import VisitDrawing
internal import VisitModel

/// The page of a scenario: what really happened, what the phone's system did, and what the app found.
struct SimulationPage {
    let record: SimulationRecord
    let display: SimulationDisplay

    func html() -> String {
        let story = record.scenario
        let span = story.start...story.end
        return DrawingPage.html(title: story.name) { page in
            for line in display.heading.dropFirst() where !line.isEmpty { page.element("p class=\"quiet\"", line) }
            for line in display.summary { page.element("p", line) }
            page.element("div class=\"drawing\"") { frame in
                frame.raw(
                    TimelineDrawing(
                        id: "timeline",
                        title: "Timeline of \(story.name)",
                        span: span,
                        zone: story.timeZone,
                        lanes: visitLanes + TimelineEntry.Lane.allCases.compactMap(lane)
                    ).markup
                )
            }
            let rows = display.visitRows
            if !rows.isEmpty {
                page.element("h2", "Visits")
                page.table(SimulationDisplay.visitTitles, rows)
            }
            page.element("h2", "Timeline")
            page.table(
                ["time", "where", "what"],
                TimelineDigest(record.entries, isFull: false).lines.map { line in
                    [LocalTime(story.timeZone).moment(line.time), line.lane, line.text]
                }
            )
        }
    }

    /// The true stays and the found visits, each a lane.
    private var visitLanes: [TimelineDrawing.Lane] {
        let end = record.scenario.end
        let clock = LocalTime(record.scenario.timeZone)
        func words(_ place: FacilityID, _ start: Timestamp, _ stop: Timestamp?) -> String {
            "\(place), \(clock.second(start)) to \(stop.map(clock.second) ?? "the end")"
        }
        let stays = record.score.outcomes.compactMap(\.stay).map { stay in
            TimelineDrawing.Span(
                .truth,
                from: stay.enteredAt,
                to: stay.exitedAt ?? end,
                words(stay.facility, stay.enteredAt, stay.exitedAt)
            )
        }
        let visits = record.visits.map { visit in
            TimelineDrawing.Span(
                visit.isCounted ? .visit : .uncounted,
                from: visit.enteredAt,
                to: visit.exitedAt ?? end,
                words(visit.facility, visit.enteredAt, visit.exitedAt) + ", \(visit.note)"
            )
        }
        return [
            TimelineDrawing.Lane("Really inside long enough", spans: stays),
            TimelineDrawing.Lane("Found", spans: visits),
        ]
    }

    /// The entries of a lane; `nil` where it has none.
    private func lane(_ lane: TimelineEntry.Lane) -> TimelineDrawing.Lane? {
        let clock = LocalTime(record.scenario.timeZone)
        let marks = record.entries.filter { $0.item.lane == lane }.compactMap { entry in
            entry.item.style.map { style in
                TimelineDrawing.Mark(style, at: entry.time, "\(clock.second(entry.time)): \(entry.item.text)")
            }
        }
        guard !marks.isEmpty else { return nil }
        let name =
            switch lane {
            case .truth: "Crossings of a fence"
            case .phone: "The phone and its settings"
            case .system: "The phone's system"
            case .app: "The app"
            case .server: "The service"
            }
        return TimelineDrawing.Lane(name, marks: marks)
    }
}

extension TimelineEntry.Item {
    /// The mark of an entry; `nil` for one that a picture leaves out.
    fileprivate var style: TimelineDrawing.Mark.Style? {
        switch self {
        case .arrived: return .entered
        case .left: return .exited
        case .happened: return .change
        case .fix: return .outside
        case .failed, .tried: return .problem
        case .sent(let sent): return sent.isTaken ? nil : .problem
        case .event(let event), .served(let event):
            switch event.kind {
            case .entered: return .entered
            case .dwell: return .dwell
            case .exited: return .exited
            case .heartbeat: return .heartbeat
            case .error: return .problem
            case .registered, .unregistered: return nil
            }
        case .system(let note):
            switch note {
            case .refused, .lost, .dropped: return .problem
            case .decided: return .transition
            case .added, .removed, .showed: return nil
            default: return .change
            }
        }
    }
}
