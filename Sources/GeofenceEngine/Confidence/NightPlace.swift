internal import Foundation
internal import VisitModel

/// A place where a device rests at night, at a facility or elsewhere.
///
/// A night is a rest that covers three hours between midnight and five o'clock by the sun; the nights of the last 28 days
/// count.
public struct NightPlace: Hashable, Sendable {
    /// The mean position of the nights.
    public private(set) var position: PositionSum
    /// The day of the last night, in days since 1970-01-01.
    public private(set) var lastDay: Int
    /// The nights as a bit set, one bit a day: bit 0 is the last one.
    public private(set) var nights: UInt32

    /// Creates a place, from its first night or restored.
    public init(position: PositionSum, lastDay: Int, nights: UInt32 = 1) {
        self.position = position
        self.lastDay = lastDay
        self.nights = nights & Self.window
    }

    mutating func add(_ position: PositionSum, day: Int) {
        let days = day - lastDay
        guard days > 0 else { return }
        nights = (days >= 28 ? 0 : nights << UInt32(days)) & Self.window | 1
        lastDay = day
        self.position = self.position.joined(with: position)
    }

    /// The nights in the 28 days up to a day.
    func count(upTo day: Int) -> Int {
        let days = max(0, day - lastDay)
        return days >= 28 ? 0 : ((nights << UInt32(days)) & Self.window).nonzeroBitCount
    }

    /// Whether a day's night was spent there.
    func hasNight(on day: Int) -> Bool {
        let days = lastDay - day
        return (0..<28).contains(days) && (nights >> UInt32(days)) & 1 != 0
    }

    /// The density of the mean position of a stay at this place, per square metre.
    func density(of stay: PositionSum) -> Double {
        guard let home = position.mean, let place = stay.mean else { return 0 }
        let distance = home.distance(to: place)
        let variance =
            stay.deviationMeters * stay.deviationMeters + position.deviationMeters * position.deviationMeters
            + Self.roomMeters * Self.roomMeters
        return exp(-distance * distance / (2 * variance)) / (2 * .pi * variance)
    }

    /// Whether a mean position is near that of the nights.
    func isNear(_ other: PositionSum) -> Bool {
        guard let home = position.mean, let place = other.mean else { return false }
        return home.isWithin(meters: Self.samePlaceMeters, of: place)
    }

    /// The distance within which two nights were spent at one place, in metres.
    private static let samePlaceMeters = 60.0
    private static let window: UInt32 = (1 << 28) - 1
    /// The distance between two positions of a member at home, in metres.
    private static let roomMeters = 15.0

    /// The day of the last night of which a rest at a longitude covers three hours; `nil` where it covers none.
    ///
    /// By the mean time of the sun there, which clocks differ from by an hour or two: no time zone is needed where no
    /// facility is near.
    static func day(from start: Timestamp, to end: Timestamp, longitude: Double) -> Int? {
        let seconds = start.seconds(to: end)
        guard seconds >= leastSeconds else { return nil }
        let local = Double(end.milliseconds) / 1000 + longitude * 240
        let day = (local / 86_400).rounded(.down)
        let endOfDay = local - day * 86_400
        let covered = min(endOfDay, nightSeconds) - max(0, endOfDay - seconds)
        if covered >= leastSeconds { return Int(day) }
        let before = endOfDay + 86_400 - seconds
        return nightSeconds - max(0, before) >= leastSeconds ? Int(day) - 1 : nil
    }

    /// The day of a moment at a longitude, by the mean time of the sun.
    static func day(of time: Timestamp, longitude: Double) -> Int {
        Int(((Double(time.milliseconds) / 1000 + longitude * 240) / 86_400).rounded(.down))
    }

    /// The end of the night: five o'clock, in seconds of the day.
    private static let nightSeconds = 5 * 3600.0
    /// The time of a night that a rest has to cover, in seconds.
    private static let leastSeconds = 3 * 3600.0
}
