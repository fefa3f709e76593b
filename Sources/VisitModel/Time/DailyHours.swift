internal import Foundation

/// A period of hours that recurs every day.
package struct DailyHours: Hashable, Sendable {
    /// The start, in seconds after midnight, 0..<86 400.
    package let startSeconds: Int
    /// The end, in seconds after midnight; before the start where it is on the next day.
    package let endSeconds: Int
    package let timeZone: TimeZoneName

    /// Creates daily hours; the seconds are reduced modulo a day.
    package init(startSeconds: Int, endSeconds: Int, timeZone: TimeZoneName) {
        self.startSeconds = ((startSeconds % 86_400) + 86_400) % 86_400
        self.endSeconds = ((endSeconds % 86_400) + 86_400) % 86_400
        self.timeZone = timeZone
    }

    /// The start is included and the end is not; equal ones are a whole day.
    package func contains(_ time: Timestamp) -> Bool {
        let second = time.secondOfDay(in: timeZone)
        if startSeconds < endSeconds { return (startSeconds..<endSeconds).contains(second) }
        return second >= startSeconds || second < endSeconds
    }
}

extension DailyHours: CustomStringConvertible {
    /// The hours as in `06:00-22:00 UTC`.
    public var description: String {
        "\(Self.clockText(startSeconds))-\(Self.clockText(endSeconds)) \(timeZone)"
    }

    /// The hour and minute of a second of the day, as in `06:00`.
    package static func clockText(_ secondOfDay: Int) -> String {
        "\(padded(secondOfDay / 3600, 2)):\(padded(secondOfDay / 60 % 60, 2))"
    }
}
