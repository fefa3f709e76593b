public import PhoneOS

/// What an app has asked of a phone so far, in counts from which power can be estimated.
///
/// Only what happens for the app is counted, and where it happens. No milliampere-hours: those differ from phone to phone.
/// What a receiver does behind the scenes is a guess, and said to be one.
public struct PhoneCosts: Hashable, Sendable {
    /// Readings made because the app asked for them, by the accuracy that it asked for; others' readings are not among them.
    public var readings: [DesiredAccuracy: Int] {
        let all: [(DesiredAccuracy, Int)] = [
            (.high, readingCounts.high), (.medium, readingCounts.medium), (.low, readingCounts.low),
            (.passive, readingCounts.passive),
        ]
        return Dictionary(uniqueKeysWithValues: all.filter { $0.1 > 0 })
    }
    /// How long the satellite receiver was on for the app.
    ///
    /// A guess: ten seconds for each reading of high accuracy that was asked for, found or not, and less where the next one
    /// followed sooner. A phone indoors searches for satellites too, even where Wi-Fi finds it first.
    public var satelliteTime: Duration { .milliseconds(satelliteOnMilliseconds) }
    /// Positions found by Wi-Fi, each a scan: the app's readings, and the system's own for the app's regions.
    public internal(set) var wifiScans = 0
    /// Positions found by cells: the app's readings, and the system's own for regions, significant changes and visits.
    ///
    /// A guess for the latter two, which need not look as often as the simulated system does.
    public internal(set) var cellPositions = 0
    /// How often the system looked where the phone is for regions, significant changes and visits of the app.
    ///
    /// A guess: real systems leave much of it to hardware that sleeps near nothing.
    public internal(set) var systemReadings = 0
    /// Moments at which the app in the background was told something, each of which wakes the processor; readings that are
    /// delivered together are one.
    public internal(set) var wakeups = 0
    /// How often a process that iOS had suspended was let run again.
    public internal(set) var resumptions = 0
    /// How often the app's process was started, by the reason.
    public internal(set) var launches: [LaunchReason: Int] = [:]
    /// How long the process was in the background without being suspended.
    ///
    /// On Android that is as long as it lives there.
    public var backgroundTime: Duration { .milliseconds(backgroundMilliseconds) }
    /// The part of `backgroundTime` in which nothing but `setPreventsSuspension` kept the process running (iOS).
    public var preventedSuspensionTime: Duration { .milliseconds(preventedSuspensionMilliseconds) }
    /// How long a foreground service ran while the app was not on the screen (Android).
    public var serviceTime: Duration { .milliseconds(serviceMilliseconds) }
    /// How often the motion service looked for the app.
    public internal(set) var activityPolls = 0
    /// How many timers the process was told of.
    public internal(set) var timers = 0
    /// How many alarms the app was told of.
    public internal(set) var alarms = 0

    // As it is counted at every moment of the phone: whole numbers, no dictionary and no `Duration`.
    private var readingCounts = ReadingCounts()
    var satelliteOnMilliseconds: Int64 = 0
    var backgroundMilliseconds: Int64 = 0
    var preventedSuspensionMilliseconds: Int64 = 0
    var serviceMilliseconds: Int64 = 0

    private struct ReadingCounts: Hashable {
        var (high, medium, low, passive) = (0, 0, 0, 0)
    }

    /// Nothing yet.
    public init() {}

    /// Counts a reading that the app asked for.
    mutating func count(_ accuracy: DesiredAccuracy) {
        switch accuracy {
        case .high: readingCounts.high += 1
        case .medium: readingCounts.medium += 1
        case .low: readingCounts.low += 1
        case .passive: readingCounts.passive += 1
        }
    }

    /// How long the receiver stays on for a reading, in milliseconds.
    static let satelliteMilliseconds: Int64 = 10_000
}
