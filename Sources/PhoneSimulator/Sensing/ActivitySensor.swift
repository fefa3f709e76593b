internal import Foundation
internal import VisitModel

/// The motion service: what it believes that the member is doing, and what it tells.
///
/// It looks at the phone at an interval and tells what is news: another activity than it told last, or the same with more
/// certainty where it was unsure. It believes in a change only some time after it. Once it is sure that the phone rests, it
/// looks no longer until the phone moves or is handled (Google, `requestActivityUpdates`: reporting may stop while still).
///
/// A value with a generator of its own: whether an app asks for activities does not change what else happens by chance.
struct ActivitySensor: Hashable, Sendable {
    let profile: ActivityProfile
    /// Whether it tells the levels of Core Motion: low, medium and high as 33, 67 and 100 %.
    let hasLevels: Bool
    /// How often it looks, in seconds; `nil` while nobody asks.
    private(set) var intervalSeconds: Double?
    /// When it looks next; `nil` while nothing is to be found.
    private(set) var nextLook: Timestamp?

    private var generator: SeededGenerator
    private var believed: Activity?
    private var coming: Change?
    private var told: Report?
    /// When the phone is handled next, while it rests.
    private var handledAt: Timestamp?

    /// An activity that it will believe in from a time on.
    private struct Change: Hashable {
        let activity: Activity
        let time: Timestamp
    }

    /// What it tells.
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

    /// Looks at an interval from now on; another interval changes nothing of what it believes.
    ///
    /// - Parameters:
    ///   - seconds: how often, as the app asks; Core Motion does not listen.
    ///   - activity: what the member is really doing.
    ///   - delay: how many seconds it takes to believe that.
    ///   - now: the present.
    mutating func start(every seconds: Double, seeing activity: Activity, after delay: Double, at now: Timestamp) {
        let old = intervalSeconds
        intervalSeconds = hasLevels ? profile.iosIntervalSeconds : max(profile.fastestIntervalSeconds, seconds)
        if old == nil {
            change(to: activity, after: delay, at: now)
        } else if old != intervalSeconds, nextLook != nil {
            planLook(after: now)
        }
    }

    /// Looks no longer, and forgets what it believed.
    mutating func stop() {
        (intervalSeconds, nextLook, believed, coming, told, handledAt) = (nil, nil, nil, nil, nil, nil)
    }

    /// How long it takes to believe in a change, in seconds.
    mutating func drawDelay(from range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * generator.unit()
    }

    /// The member begins to do something else.
    mutating func change(to activity: Activity, after delay: Double, at now: Timestamp) {
        guard intervalSeconds != nil else { return }
        coming = activity == believed ? nil : Change(activity: activity, time: now.advanced(bySeconds: delay))
        planLook(after: now)
    }

    /// It may not look, for want of a permission or of the service, and tries again a minute later.
    mutating func pass(at now: Timestamp) { nextLook = now.advanced(bySeconds: 60) }

    /// Looks at the phone.
    ///
    /// - Returns: what is told; `nil` for no news.
    mutating func look(at now: Timestamp) -> Report? {
        defer { planLook(after: now) }
        if let change = coming, change.time <= now { (believed, coming, handledAt) = (change.activity, nil, nil) }
        guard let believed else { return nil }
        let seen = see(believed, at: now)
        let report = Report(activity: seen, confidence: confidence(isRight: seen == believed))
        if let told, told.activity == seen, isSure(told) || report.confidence <= told.confidence { return nil }
        told = report
        return report
    }

    private func isSure(_ report: Report) -> Bool { report.confidence >= profile.surePercent }

    /// What it takes an activity for at one look.
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
        let range = profile.wrongConfidence
        let percent =
            isRight
            ? max(40, 100 - profile.confidenceSpread * abs(generator.normal()))
            : range.lowerBound + (range.upperBound - range.lowerBound) * generator.unit()
        guard hasLevels else { return min(100, max(0, Int(percent.rounded()))) }
        return percent >= 75 ? 100 : percent >= 50 ? 67 : 33
    }

    private mutating func planLook(after now: Timestamp) {
        guard let intervalSeconds else { return }
        let isSettled = told.map { $0.activity == believed && isSure($0) } ?? false
        guard isSettled, believed == .still || profile.wrongPerThousand <= 0 else {
            // Before it believes in anything there is nothing to tell.
            let earliest = believed == nil ? coming?.time : nil
            nextLook = max(now.advanced(bySeconds: intervalSeconds), earliest ?? now)
            return
        }
        if believed == .still, handledAt == nil, profile.handledPerHour > 0 {
            // The time to the next of events that know nothing of each other is distributed exponentially.
            handledAt = now.advanced(bySeconds: -log(1 - generator.unit()) * 3600 / profile.handledPerHour)
        }
        let next = [handledAt, coming?.time].compactMap(\.self).min()
        nextLook = next.map { max(now.advanced(bySeconds: intervalSeconds), $0) }
    }
}

extension Activity {
    /// What a motion service takes it for when it is wrong.
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
