import Foundation
import Testing
import TrackingEngine
import VisitModel

/// Works a schedule out minute by minute, without any search.
///
/// It lists what the clocks show at every minute of some weeks, and paints every window over the minutes, the one that
/// decides last.
struct ScheduleOracle {
    /// What the clocks of a place show, minute by minute.
    struct Clocks {
        /// The days that are listed, counted from 1970-01-01.
        let days: ClosedRange<Int>
        /// What clocks show at each minute, counted from 1970-01-01 00:00.
        let readings: [Int]
        /// The first and the last place in the list at which a minute is shown.
        let shown: [Int: (first: Int, last: Int)]

        init(around day: Int, days: Int, in zone: TimeZoneName) {
            self.days = (day - days)...(day + days)
            let first = (day - days) * 1440
            readings = (0..<2 * days * 1440).map { index in
                let date = Date(timeIntervalSince1970: Double((first + index) * 60))
                return first + index + zone.timeZone.secondsFromGMT(for: date) / 60
            }
            var shown: [Int: (first: Int, last: Int)] = [:]
            for (index, reading) in readings.enumerated() { shown[reading] = (shown[reading]?.first ?? index, index) }
            self.shown = shown
        }

        /// Where in the list a reading of the clocks is.
        func place(_ wall: Int, isStart: Bool) -> Int {
            if let (first, last) = shown[wall] { return isStart ? first : last }
            if wall < readings[0] { return 0 }
            // Either a gap, and then the first minute that shows more, or after the list.
            return readings.firstIndex { $0 > wall } ?? readings.count
        }
    }

    private let clocks: Clocks
    /// What is on at each minute.
    let modes: [ScheduleMode?]

    /// How many days at either end may lack windows that begin or end outside of the list.
    static let marginDays = 7

    private struct Painting {
        let begin: Int
        let end: Int
        let wallBegin: Int
        let wallEnd: Int
        let mode: ScheduleMode
    }

    init(_ schedule: Schedule, over clocks: Clocks) {
        self.clocks = clocks
        var paintings: [Painting] = []
        for entry in schedule.entries {
            for (begin, end) in Self.walls(of: entry, days: clocks.days) {
                let painting = Painting(
                    begin: clocks.place(begin, isStart: true),
                    end: clocks.place(end, isStart: false),
                    wallBegin: begin,
                    wallEnd: end,
                    mode: entry.mode
                )
                if painting.begin < painting.end { paintings.append(painting) }
            }
        }
        // From what yields to what decides: by start; by the start on the clocks; the longer first; geofence first.
        paintings.sort {
            ($0.begin, $0.wallBegin, -$0.wallEnd, $0.mode == .location ? 1 : 0)
                < ($1.begin, $1.wallBegin, -$1.wallEnd, $1.mode == .location ? 1 : 0)
        }
        var modes = [ScheduleMode?](repeating: nil, count: clocks.readings.count)
        for painting in paintings {
            for minute in painting.begin..<painting.end { modes[minute] = painting.mode }
        }
        self.modes = modes
    }

    /// An entry's windows on the clocks, in minutes since 1970.
    private static func walls(of entry: ScheduleEntry, days: ClosedRange<Int>) -> [(Int, Int)] {
        func window(_ day: Int, _ hours: ScheduleHours) -> (Int, Int) {
            let (begin, end) = (hours.start.minuteOfDay, hours.end.minuteOfDay)
            return (day * 1440 + begin, (end > begin ? day : day + 1) * 1440 + end)
        }
        switch entry.time {
        case .weekly(let numbers, let hours):
            // 1970-01-04 was a Sunday.
            return days.filter { day in numbers.contains(((day - 3) % 7 + 7) % 7 + 1) }.map { window($0, hours) }
        case .day(let date, let hours):
            return [window(date.daysSince1970, hours)]
        case .span(let span):
            let ends = [span.start, span.end].map { $0.date.daysSince1970 * 1440 + $0.time.minuteOfDay }
            return [(ends[0], ends[1])]
        }
    }

    /// The minutes of the list that are known for sure.
    var sureMinutes: Range<Int> { Self.marginDays * 1440..<modes.count - Self.marginDays * 1440 }

    /// The time of a minute of the list.
    func time(_ index: Int) -> Timestamp {
        Timestamp(milliseconds: Int64(clocks.days.lowerBound * 1440 + index) * 60_000)
    }

    /// The minutes at which the mode is another than the minute before.
    var edges: [Int] { sureMinutes.dropFirst().filter { modes[$0] != modes[$0 - 1] } }
}
