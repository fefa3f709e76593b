internal import Foundation
package import VisitModel

/// The local times of drawings.
package struct LocalTime: Hashable, Sendable {
    package let zone: TimeZoneName

    package init(_ zone: TimeZoneName) { self.zone = zone }

    /// `14:02:05`.
    package func second(_ time: Timestamp) -> String {
        let second = time.secondOfDay(in: zone)
        return String(format: "%02d:%02d:%02d", second / 3_600, second / 60 % 60, second % 60)
    }

    /// `14:02`.
    package func minute(_ time: Timestamp) -> String {
        let second = time.secondOfDay(in: zone)
        return String(format: "%02d:%02d", second / 3_600, second / 60 % 60)
    }

    /// `2024-03-05`.
    package func day(_ time: Timestamp) -> String { time.localDate(in: zone).description }

    /// `2024-03-05 14:02:05`.
    package func moment(_ time: Timestamp) -> String { "\(day(time)) \(second(time))" }

    /// Round local times within a span, at most about `count`, with their labels; at midnight the label is the day.
    package func ticks(in span: ClosedRange<Timestamp>, count: Int) -> [(time: Timestamp, label: String)] {
        let seconds = span.lowerBound.seconds(to: span.upperBound)
        let steps = [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800]
        let step = steps.first { seconds / Double($0) <= Double(count) } ?? 604_800
        let midnight = span.lowerBound.advanced(bySeconds: -Double(span.lowerBound.secondOfDay(in: zone)))
        var ticks: [(time: Timestamp, label: String)] = []
        // A clock change within the span moves the later ticks off their round times by an hour at most.
        var time = Timestamp(milliseconds: midnight.milliseconds - midnight.milliseconds % 1_000)
        while time <= span.upperBound, ticks.count <= count * 2 {
            if time >= span.lowerBound {
                let isMidnight = time.secondOfDay(in: zone) == 0
                ticks.append((time, isMidnight ? String(day(time).dropFirst(5)) : minute(time)))
            }
            time = time.advanced(bySeconds: Double(step))
        }
        return ticks
    }
}
