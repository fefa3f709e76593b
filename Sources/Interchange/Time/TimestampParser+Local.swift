internal import Foundation
internal import VisitModel

extension TimestampParser {
    /// The time at which clocks in a place show a day and time of day, given as milliseconds since 1970 there.
    static func time(ofLocalMilliseconds local: Int64, in zone: TimeZoneName) -> Timestamp {
        func offset(at milliseconds: Int64) -> Int64 {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            return Int64(zone.timeZone.secondsFromGMT(for: date)) * 1000
        }
        // The offset in force is at most 14 hours off the local reading taken as UTC: before a change of the clocks by
        // the one rule, after it by the other. The earlier of the two that fit is the answer.
        let before = offset(at: local - 86_400_000)
        let after = offset(at: local + 86_400_000)
        for candidate in [max(before, after), min(before, after)] where offset(at: local - candidate) == candidate {
            return Timestamp(milliseconds: local - candidate)
        }
        return Timestamp(milliseconds: local - before)
    }
}
