internal import Foundation
internal import VisitModel

/// A fence in which a device rests at night.
///
/// A night is a stay that covers two hours between midnight and five o'clock of the fence's time zone; the nights of
/// the last 28 days count. It is derived from the device's stays in order of time, so that it does not depend on the
/// order in which fixes arrive. It is kept only in the device's state: it is never logged, and is erased with the
/// member.
public struct NightPlace: Hashable, Sendable {
    /// The fence.
    public let key: FenceKey
    /// The mean position of the nights.
    public private(set) var position: PositionSum
    /// The day of the last night, in days since 1970-01-01.
    public private(set) var lastDay: Int
    /// The nights as a bit set, one bit a day: bit 0 is the last one.
    public private(set) var nights: UInt32

    /// Creates a place, from its first night or restored.
    public init(key: FenceKey, position: PositionSum, lastDay: Int, nights: UInt32 = 1) {
        self.key = key
        self.position = position
        self.lastDay = lastDay
        self.nights = nights & Self.window
    }

    mutating func add(_ position: PositionSum, day: Int) {
        let days = day - lastDay
        guard days >= 0 else { return }
        nights = (days >= 28 ? 0 : nights << UInt32(days)) & Self.window | 1
        lastDay = day
        self.position = self.position.joined(with: position)
    }

    /// The nights in the 28 days up to a day.
    func count(upTo day: Int) -> Int {
        let days = max(0, day - lastDay)
        return days >= 28 ? 0 : ((nights << UInt32(days)) & Self.window).nonzeroBitCount
    }

    /// The certainty that a stay was where the nights are, 0...1: by their number and the distance of the mean
    /// positions.
    func share(of stay: PositionSum, on day: Int) -> Double {
        let count = count(upTo: day)
        guard count >= 2, let home = position.mean, let place = stay.mean else { return 0 }
        let distance = home.distance(to: place)
        let variance =
            stay.deviationMeters * stay.deviationMeters + position.deviationMeters * position.deviationMeters
            + Self.roomMeters * Self.roomMeters
        return min(1, Double(count) / 3) * exp(-distance * distance / (2 * variance))
    }

    private static let window: UInt32 = (1 << 28) - 1
    /// The distance between two positions of a member at home, in metres.
    private static let roomMeters = 8.0

    /// The local day of the night of which a stay covers two hours; `nil` where it covers none.
    static func day(from start: Timestamp, to end: Timestamp, in zone: TimeZoneName) -> Int? {
        let seconds = start.seconds(to: end)
        guard seconds >= leastSeconds else { return nil }
        // The night before the end, or the previous one where the end is before two o'clock.
        let endOfDay = Double(end.secondOfDay(in: zone))
        let covered = min(endOfDay, nightSeconds) - max(0, endOfDay - seconds)
        let day = end.localDate(in: zone).daysSince1970
        if covered >= leastSeconds { return day }
        let before = endOfDay + 86_400 - seconds
        return nightSeconds - max(0, before) >= leastSeconds ? day - 1 : nil
    }

    /// The end of the night: five o'clock, in seconds of the day.
    private static let nightSeconds = 5 * 3600.0
    /// The time of a night that a stay has to cover, in seconds.
    private static let leastSeconds = 2 * 3600.0
}
