internal import SQLiteStorage
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The numbers of the overview as text, which the page shows and a script reloads after an event.
struct OverviewNumbers: Encodable, Sendable {
    let visitsToday: String
    let visitsThisMonth: String
    let insideNow: String
    /// Messages that are not delivered yet.
    let waiting: String
    /// Dead messages.
    let dead: String
    let quarantined: String
    /// Whether fixes can be written, as a word.
    let writing: String
    /// Why fixes can't be written; empty where they can.
    let problem: String

    enum CodingKeys: String, CodingKey {
        case waiting, dead, quarantined, writing
        case problem = "trouble"
        case visitsToday = "visits_today"
        case visitsThisMonth = "visits_this_month"
        case insideNow = "inside_now"
    }

    /// Counts up to the current day in the database's default time zone.
    init(_ store: VisitStore, _ live: LiveIngest, _ clock: PageClock) throws {
        // No time zone's current day began earlier, and an open visit without newer fixes has timed out long ago.
        let recent = try store.visits.zoneTallies(since: clock.now.advanced(bySeconds: -48 * 3_600))
        let today = recent.filter { $0.day.date == clock.now.localDate(in: $0.timeZone ?? clock.zone) }
        let month = clock.now.localMonth(in: clock.zone)
        let deliveries = try store.endpoints.deliveryCounts().values
        visitsToday = PageNumber.text(today.reduce(0) { $0 + $1.day.counted })
        visitsThisMonth = PageNumber.text(try store.visits.counts(month, by: []).first?.visits ?? 0)
        insideNow = PageNumber.text(try store.visits.memberCountInside(at: clock.now))
        waiting = PageNumber.text(deliveries.reduce(0) { $0 + $1.waiting })
        dead = PageNumber.text(deliveries.reduce(0) { $0 + $1.dead })
        quarantined = PageNumber.text(try store.quarantine.count())
        writing = live.failure == nil ? "Yes" : "No"
        problem = live.failure?.message ?? ""
    }
}
