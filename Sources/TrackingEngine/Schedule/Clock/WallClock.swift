internal import Foundation
internal import VisitModel

/// A time zone's wall clock, converted in both directions.
///
/// A time has one wall clock time. A wall clock time has two times where clocks are set back, and none where they are
/// set forward; a window's start and end choose differently then.
struct WallClock {
    private let zone: TimeZone

    init(_ zone: TimeZoneName) { self.zone = zone.timeZone }

    /// The greatest distance of a clock from UTC, with some margin.
    ///
    /// The extremes are Manila and Juneau before the date line was moved, 15 h 56 min behind and 15 h 2 min ahead (IANA
    /// time zone database, `asia` and `northamerica`); today's clocks are within 14 hours.
    private static let reachSeconds: Int64 = 16 * 3600

    private func offset(atSecond second: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }

    /// The offset from UTC at a time, in seconds; positive where clocks are ahead.
    func offset(at time: Timestamp) -> Int64 { offset(atSecond: time.milliseconds.secondsRoundedDown) }

    /// The day on the wall clock at a time, counted from 1970-01-01.
    func day(at time: Timestamp) -> Int {
        let second = time.milliseconds.secondsRoundedDown
        return Int((second + offset(atSecond: second)).dividedRoundingDown(by: 86_400))
    }

    /// The start of a window from its first wall clock minute; where clocks skip it, the first time after the gap.
    func start(_ wallMinute: Int) -> Timestamp { Timestamp(milliseconds: readings(of: wallMinute).first * 1000) }

    /// The end of a window: of two times the second, and the first time after a gap where clocks skip it.
    func end(_ wallMinute: Int) -> Timestamp { Timestamp(milliseconds: readings(of: wallMinute).last * 1000) }

    /// The first and the last second of UTC at which clocks show a minute; where they skip it, both are the first
    /// second after the gap.
    private func readings(of wallMinute: Int) -> (first: Int64, last: Int64) {
        let wall = Int64(wallMinute) * 60
        let (earliest, latest) = (wall - Self.reachSeconds, wall + Self.reachSeconds)
        let (before, after) = (offset(atSecond: earliest), offset(atSecond: latest))
        // No zone has set its clocks forward and back within so short a time, so equal offsets mean no change.
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

    /// The first second after `earlier` at which another offset applies; it applies at `later`.
    private func change(after earlier: Int64, notAfter later: Int64) -> Int64 {
        let old = offset(atSecond: earlier)
        return (earlier + 1..<later).partitioningIndex { offset(atSecond: $0) != old }
    }
}

extension Int64 {
    /// These milliseconds in whole seconds, rounded down.
    fileprivate var secondsRoundedDown: Int64 { dividedRoundingDown(by: 1000) }

    fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
