public import PhoneOS

/// Counts of an app's use of a phone so far, from which power can be estimated.
///
/// Only work for the app is counted. There are no milliampere-hours, since those differ from phone to phone. Values
/// that estimate the hidden work of a receiver are marked as such.
public struct PhoneCosts: Hashable, Sendable {
    /// The fixes that the app requested, by requested accuracy; fixes for other apps are excluded.
    public var fixes: [DesiredAccuracy: Int] {
        let all: [(DesiredAccuracy, Int)] = [
            (.high, fixCounts.high), (.medium, fixCounts.medium), (.low, fixCounts.low),
            (.passive, fixCounts.passive),
        ]
        return Dictionary(uniqueKeysWithValues: all.filter { $0.1 > 0 })
    }
    /// The time that the satellite receiver was on for the app.
    ///
    /// An estimate: ten seconds for each requested fix of high accuracy, found or not, and less if the next one
    /// followed sooner. A phone indoors searches for satellites too, even if Wi-Fi finds a position first.
    public var satelliteTime: Duration { .milliseconds(satelliteOnMilliseconds) }
    /// Wi-Fi positions, each a scan: the app's fixes, and the system's own for the app's regions.
    public internal(set) var wifiScans = 0
    /// Cell positions: the app's fixes, and the system's own for regions, significant changes and visits.
    ///
    /// An estimate for the latter two, which may check less often than the simulated system does.
    public internal(set) var cellPositions = 0
    /// The number of the system's own fixes for regions, significant changes and visits of the app.
    ///
    /// An estimate: real systems leave much of it to low-power hardware.
    public internal(set) var systemFixes = 0
    /// The number of deliveries to the app in the background, each of which wakes the processor; fixes that are
    /// delivered together count once.
    public internal(set) var wakeups = 0
    /// The number of times that a process suspended by iOS was resumed.
    public internal(set) var resumptions = 0
    /// The number of launches of the app's process, by reason.
    public internal(set) var launches: [LaunchReason: Int] = [:]
    /// The time that the process ran in the background without being suspended.
    ///
    /// On Android that is its whole lifetime in the background.
    public var backgroundTime: Duration { .milliseconds(backgroundMilliseconds) }
    /// The part of `backgroundTime` in which only `setPreventsSuspension` kept the process running (iOS).
    public var preventedSuspensionTime: Duration { .milliseconds(preventedSuspensionMilliseconds) }
    /// The time that a foreground service ran while the app was not in the foreground (Android).
    public var serviceTime: Duration { .milliseconds(serviceMilliseconds) }
    /// The number of motion detections for the app.
    public internal(set) var activityPolls = 0
    /// The number of timers delivered to the process.
    public internal(set) var timers = 0
    /// The number of alarms delivered to the app.
    public internal(set) var alarms = 0

    // Stored for fast updates at every step of the phone: whole numbers, no dictionary and no `Duration`.
    private var fixCounts = FixCounts()
    var satelliteOnMilliseconds: Int64 = 0
    var backgroundMilliseconds: Int64 = 0
    var preventedSuspensionMilliseconds: Int64 = 0
    var serviceMilliseconds: Int64 = 0

    private struct FixCounts: Hashable {
        var (high, medium, low, passive) = (0, 0, 0, 0)
    }

    /// Creates costs of zero.
    public init() {}

    mutating func countFix(_ accuracy: DesiredAccuracy) {
        switch accuracy {
        case .high: fixCounts.high += 1
        case .medium: fixCounts.medium += 1
        case .low: fixCounts.low += 1
        case .passive: fixCounts.passive += 1
        }
    }

    /// The time that the receiver stays on for a fix, in milliseconds.
    static let satelliteMilliseconds: Int64 = 10_000
}
