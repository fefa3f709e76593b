internal import Synchronization
internal import VisitModel

/// The `Date` of responses (RFC 9110, 5.6.7 and 6.6.1), formatted once a second.
final class ResponseDate: Sendable {
    private let now: @Sendable () -> Timestamp
    private let last = Mutex((second: Int64.min, text: ""))

    init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        let time = now()
        let second = time.milliseconds / 1_000
        return last.withLock { last in
            if last.second != second { last = (second, Self.text(of: time)) }
            return last.text
        }
    }

    static func text(of time: Timestamp) -> String {
        let days = Int((Double(time.milliseconds) / 86_400_000).rounded(.down))
        let date = CivilDate(daysSince1970: days)
        // The first day of 1970 was a Thursday.
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][((days + 4) % 7 + 7) % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: Int, _ count: Int = 2) -> String {
            String((String(repeating: "0", count: count) + String(number)).suffix(count))
        }
        let second = Int(time.milliseconds / 1_000) - days * 86_400
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0) }.joined(separator: ":")
        return "\(weekday), \(padded(date.day)) \(months[date.month - 1]) \(padded(date.year, 4)) \(clock) GMT"
    }
}
