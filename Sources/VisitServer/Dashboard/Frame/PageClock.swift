internal import VisitDrawing
internal import VisitModel

struct PageClock: Sendable {
    let zone: TimeZoneName
    let now: Timestamp

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// For people and for programs.
    struct Moment: Sendable {
        /// For instance `today 14:02`, or `5 Mar 2024, 14:02`.
        let text: String
        /// ISO 8601, for `<time datetime>`.
        let iso: String
        /// For instance `3 min ago`.
        let ago: String
    }

    func moment(_ time: Timestamp) -> Moment {
        let (day, today) = (time.localDate(in: zone), now.localDate(in: zone))
        let clock = self.clock(time)
        return Moment(
            text: day == today ? "today \(clock)" : "\(Self.text(day)), \(clock)",
            iso: time.iso8601,
            ago: Self.ago(time.seconds(to: now))
        )
    }

    /// For example `14:02`.
    func clock(_ time: Timestamp) -> String { LocalTime(zone).minute(time) }

    static func text(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1]) \(date.year)" }

    static func text(_ month: Month) -> String { "\(months[month.month - 1]) \(month.year)" }

    private static func ago(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "just now"
        case ..<3_600: "\(Int(seconds / 60)) min ago"
        case ..<86_400: "\(Int(seconds / 3_600)) h ago"
        case ..<172_800: "1 day ago"
        default: "\(PageNumber.text(Int(seconds / 86_400))) days ago"
        }
    }
}
