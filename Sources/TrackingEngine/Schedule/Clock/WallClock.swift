internal import Foundation
internal import VisitModel

/// The clocks on the wall of a place, read in both directions.
///
/// From a time to a reading there is one answer. From a reading to a time there are two where clocks are put back, and
/// none where they are put forward; a window's start and end take different answers then.
struct WallClock {
    private let zone: TimeZone

    init(_ zone: TimeZoneName) {
        self.zone = zone.timeZone
    }

    /// How far from UTC a clock can be, with some room.
    ///
    /// The extremes are Manila and Juneau before the date line was moved, 15 h 56 min behind and 15 h 2 min ahead
    /// (IANA time zone database, `asia` and `northamerica`); clocks of today are within 14 hours.
    private static let reachSeconds: Int64 = 16 * 3600

    /// How far clocks are ahead of UTC at a time, in seconds.
    private func offset(atSecond second: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }

    /// How far clocks are ahead of UTC at a time, in seconds.
    func offset(at time: Timestamp) -> Int64 { offset(atSecond: time.milliseconds.secondsRoundedDown) }

    /// The day that clocks show at a time, counted from 1970-01-01.
    func day(at time: Timestamp) -> Int {
        let second = time.milliseconds.secondsRoundedDown
        return Int((second + offset(atSecond: second)).dividedRoundingDown(by: 86_400))
    }

    /// When a window begins whose first minute clocks show; where they skip it, as soon as they go on.
    func start(_ wallMinute: Int) -> Timestamp { Timestamp(milliseconds: readings(of: wallMinute).first * 1000) }

    /// When a window ends; where clocks show the minute twice, at the second time, where they skip it, as soon as they
    /// go on.
    func end(_ wallMinute: Int) -> Timestamp { Timestamp(milliseconds: readings(of: wallMinute).last * 1000) }

    /// The first and the last second of UTC at which clocks show a minute; where they skip it, both are the first second
    /// after the gap.
    private func readings(of wallMinute: Int) -> (first: Int64, last: Int64) {
        let wall = Int64(wallMinute) * 60
        let (earliest, latest) = (wall - Self.reachSeconds, wall + Self.reachSeconds)
        let (before, after) = (offset(atSecond: earliest), offset(atSecond: latest))
        // No place has put its clocks forward and back within so short a time, so that equal offsets mean no change.
        if before == after { return (wall - before, wall - before) }
        let change = change(after: earliest, notAfter: latest)
        let (old, new) = (wall - before, wall - after)
        switch (old < change, new >= change) {
        case (true, true): return (old, new)
        case (true, false): return (old, old)
        case (false, true): return (new, new)
        case (false, false): return (change, change)
        }
    }

    /// The first second that clocks follow another offset than at `earlier`; they do so at `later`.
    private func change(after earlier: Int64, notAfter later: Int64) -> Int64 {
        let old = offset(atSecond: earlier)
        var (low, high) = (earlier, later)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(atSecond: middle) == old { low = middle } else { high = middle }
        }
        return high
    }
}

extension Int64 {
    /// These milliseconds in whole seconds, cut off towards the past.
    fileprivate var secondsRoundedDown: Int64 { dividedRoundingDown(by: 1000) }

    fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
