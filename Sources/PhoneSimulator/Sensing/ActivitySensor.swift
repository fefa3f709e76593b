internal import Foundation
internal import VisitModel

/// The motion service: the activity that it detects, and its reports.
///
/// It runs a detection at an interval and reports changes: another activity than in its last report, or the same with
/// more certainty if it was unsure. It accepts a change only after a delay. Once it is sure that the phone rests, it
/// stops until the phone moves or is handled (Google, `requestActivityUpdates`: reporting may stop while still).
///
/// A value with a separate generator: whether an app requests activities does not change other random events.
struct ActivitySensor: Hashable, Sendable {
    let profile: ActivityProfile
    /// Whether it reports the levels of Core Motion: low, medium and high as 33, 67 and 100 %.
    let hasLevels: Bool
    /// The time between detections in seconds; `nil` while no updates are requested.
    private(set) var intervalSeconds: Double?
    /// The time of the next detection; `nil` while no change is possible.
    private(set) var nextLook: Timestamp?

    private var generator: SeededGenerator
    private var believed: Activity?
    private var coming: Change?
    private var reported: Report?
    /// The time at which the phone is handled next, while it rests.
    private var handledAt: Timestamp?

    /// An activity that is accepted from a time on.
    private struct Change: Hashable {
        let activity: Activity
        let time: Timestamp
    }

    struct Report: Hashable, Sendable {
        let activity: Activity
        /// In percent.
        let confidence: Int
    }

    init(profile: ActivityProfile, hasLevels: Bool, seed: UInt64) {
        self.profile = profile
        self.hasLevels = hasLevels
        generator = SeededGenerator(seed: seed)
    }

    /// Starts detections at an interval; a new interval does not change the detected activity.
    ///
    /// The true activity is accepted after a delay in seconds. Core Motion ignores the interval.
    mutating func start(every seconds: Double, seeing activity: Activity, after delay: Double, at now: Timestamp) {
        let old = intervalSeconds
        intervalSeconds = hasLevels ? profile.iosIntervalSeconds : max(profile.fastestIntervalSeconds, seconds)
        if old == nil {
            change(to: activity, after: delay, at: now)
        } else if old != intervalSeconds, nextLook != nil {
            planLook(after: now)
        }
    }

    mutating func stop() {
        (intervalSeconds, nextLook, believed, coming, reported, handledAt) = (nil, nil, nil, nil, nil, nil)
    }

    /// Draws the delay until a change is accepted, in seconds.
    mutating func drawDelay(from range: ClosedRange<Double>) -> Double { generator.number(range) }

    /// Applies a change of the true activity.
    mutating func change(to activity: Activity, after delay: Double, at now: Timestamp) {
        guard intervalSeconds != nil else { return }
        coming = activity == believed ? nil : Change(activity: activity, time: now.advanced(bySeconds: delay))
        planLook(after: now)
    }

    /// Skips a detection for lack of a permission or of the service, and retries a minute later.
    mutating func postpone(at now: Timestamp) { nextLook = now.advanced(bySeconds: 60) }

    /// Runs a detection; `nil` if nothing has changed.
    mutating func look(at now: Timestamp) -> Report? {
        defer { planLook(after: now) }
        if let change = coming, change.time <= now { (believed, coming, handledAt) = (change.activity, nil, nil) }
        guard let believed else { return nil }
        let seen = see(believed, at: now)
        let report = Report(activity: seen, confidence: confidence(isRight: seen == believed))
        if let reported, reported.activity == seen, isSure(reported) || report.confidence <= reported.confidence {
            return nil
        }
        reported = report
        return report
    }

    private func isSure(_ report: Report) -> Bool { report.confidence >= profile.surePercent }

    /// Returns the activity of one detection, which may be wrong.
    private mutating func see(_ activity: Activity, at now: Timestamp) -> Activity {
        if activity == .still {
            guard let time = handledAt, time <= now else { return activity }
            handledAt = nil
        } else {
            guard generator.unit() * 1000 < profile.wrongPerThousand else { return activity }
        }
        let mistakes = activity.mistakes
        return mistakes[min(mistakes.count - 1, Int(Double(mistakes.count) * generator.unit()))]
    }

    private mutating func confidence(isRight: Bool) -> Int {
        let percent =
            isRight
            ? max(40, 100 - profile.confidenceSpread * abs(generator.normal()))
            : generator.number(profile.wrongConfidence)
        guard hasLevels else { return min(100, max(0, Int(percent.rounded()))) }
        return percent >= 75 ? 100 : percent >= 50 ? 67 : 33
    }

    private mutating func planLook(after now: Timestamp) {
        guard let intervalSeconds else { return }
        let isSettled = reported.map { $0.activity == believed && isSure($0) } ?? false
        guard isSettled, believed == .still || profile.wrongPerThousand <= 0 else {
            // Before it has accepted an activity there is nothing to report.
            let earliest = believed == nil ? coming?.time : nil
            nextLook = max(now.advanced(bySeconds: intervalSeconds), earliest ?? now)
            return
        }
        if believed == .still, handledAt == nil, profile.handledPerHour > 0 {
            // The time to the next of independent events is exponentially distributed.
            handledAt = now.advanced(bySeconds: -log(1 - generator.unit()) * 3600 / profile.handledPerHour)
        }
        let next = [handledAt, coming?.time].compactMap(\.self).min()
        nextLook = next.map { max(now.advanced(bySeconds: intervalSeconds), $0) }
    }
}

extension Activity {
    /// The activities that a motion service confuses it with.
    fileprivate var mistakes: [Activity] {
        switch self {
        case .still: [.walking, .onFoot]
        case .onFoot, .walking: [.still, .onBicycle, .running]
        case .running: [.walking, .onBicycle]
        case .onBicycle: [.walking, .inVehicle]
        case .inVehicle: [.still, .onBicycle]
        }
    }
}

/// The accuracy of a phone's activity recognition.
///
/// Neither Apple nor Google publishes the rules of their motion services. The structure is theirs (three levels of
/// confidence on iOS, a percentage on Android; Android may stop detection on a stationary phone); the numbers are an
/// assumption.
public struct ActivityProfile: Hashable, Sendable {
    /// The time between detections on iOS, in seconds: Core Motion accepts no interval.
    public var iosIntervalSeconds = 10.0
    /// The minimum time between detections on Android, in seconds, regardless of the app's request.
    public var fastestIntervalSeconds = 1.0
    /// The number of wrong activities per thousand detections while moving.
    public var wrongPerThousand = 20.0
    /// The number of times per hour of rest that the phone is handled, so that one detection finds a movement.
    public var handledPerHour = 0.3
    /// The spread of the confidence of a right activity below 100 %, in percentage points: half a normal distribution,
    /// with the confidence cut off at 40.
    ///
    /// 18: five of six are at 75 or more, the least that SDKs accept as certain on Android.
    public var confidenceSpread = 18.0
    /// The range of the confidence of a wrong activity in percent, drawn evenly.
    public var wrongConfidence: ClosedRange<Double> = 40...85
    /// The confidence in percent from which the service is sure: an activity that was reported with less is reported
    /// again when it is surer.
    public var surePercent = 75

    /// Creates a profile with the defaults.
    public init() {}
}
