public import VisitModel

/// Whether an update is uploaded, by the order of Radar's own rules.
///
/// Source: Radar SDK for iOS, RadarLocationManager handleLocation; Radar SDK for Android, RadarLocationManager
/// handleLocation.
public struct RadarUploadGate: Hashable, Sendable {
    /// The options in force.
    public let options: RadarTrackingOptions
    /// Where the vendor's code is followed rather than its documents.
    public let profile: RadarProfile

    /// What the clock is given as grace, in milliseconds, because a timer never fires exactly.
    static let graceMilliseconds: Int64 = 100
    /// The least time between two uploads that nobody asked for, in milliseconds.
    static let rateLimitMilliseconds: Int64 = 1000

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - options: the options in force.
    ///   - profile: where the vendor's code is followed rather than its documents.
    public init(options: RadarTrackingOptions, profile: RadarProfile = .documented) {
        self.options = options
        self.profile = profile
    }

    /// Whether nothing is uploaded but what the app asks for: `sync` `none` as the documents have it.
    var withholdsUnrequested: Bool { options.sync == .none && !profile.uploadsStopsUnderSyncNone }

    /// Decides about an update.
    ///
    /// - Parameters:
    ///   - step: what the update came to.
    ///   - context: what else counts.
    /// - Returns: the answer, with the reason.
    public func decide(_ step: RadarMotionStep, _ context: RadarUploadContext) -> RadarUploadDecision {
        if withholdsUnrequested {
            guard context.isCallerWaiting || step.source == .manualLocation else { return .skip(.syncNone) }
            return .pass(bypass(step, context) ?? .allowed)
        }
        if let pass = bypass(step, context) { return .pass(pass) }
        let elapsed = context.lastSentAt?.milliseconds(to: context.now) ?? .max
        if !step.isForced, isResting(step) { return .skip(.alreadyStopped) }
        let (graced, overflows) = elapsed.addingReportingOverflow(Self.graceMilliseconds)
        if !overflows, graced < Int64(options.desiredSyncInterval.count) * 1000 { return .skip(.syncInterval) }
        if !step.isForced, elapsed < Self.rateLimitMilliseconds { return .skip(.rateLimit) }
        switch options.sync {
        case .none: return .skip(.syncNone)
        case .stopsAndExits where !context.canExit: return .skip(.cannotExit)
        case .events where !context.hasLocalEvent: return .skip(.noEvent)
        default: return .pass(.allowed)
        }
    }

    private func bypass(_ step: RadarMotionStep, _ context: RadarUploadContext) -> RadarUploadPass? {
        if context.lastSentAt == nil { return .neverSent }
        if context.isCallerWaiting { return .callerWaits }
        if step.justStopped { return .justStopped }
        if context.isReplay { return .replay }
        return step.source.isBeacon ? .beacon : nil
    }

    /// Whether the device rests where it rested before, under options that do not upload that.
    private func isResting(_ step: RadarMotionStep) -> Bool {
        guard step.isStopped, step.wasStopped, let distance = step.distanceMeters,
            RadarStopRule(options)?.isWithin(distance) == true
        else { return false }
        return options.desiredStoppedUpdateInterval == 0 || ![.all, .events].contains(options.sync)
    }
}

/// What the gate has to know beside the update itself.
public struct RadarUploadContext: Hashable, Sendable {
    /// When an update last passed the gate; `nil` for never.
    public var lastSentAt: Timestamp?
    /// The phone's time.
    public var now: Timestamp
    /// Whether somebody in the app waits for the answer (`trackOnce`).
    public var isCallerWaiting: Bool
    /// Whether an older update goes in place of this one.
    public var isReplay: Bool
    /// Whether the server last saw the device in a geofence or a place.
    public var canExit: Bool
    /// Whether the phone itself finds this update one for the server (`RadarLocalFences`), which decides under `sync`
    /// `events`.
    public var hasLocalEvent: Bool

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - lastSentAt: when an update last passed.
    ///   - now: the phone's time.
    ///   - isCallerWaiting: whether somebody waits.
    ///   - isReplay: whether an older update goes in place of this one.
    ///   - canExit: whether there is something to leave.
    ///   - hasLocalEvent: whether the phone itself finds the update one for the server.
    public init(
        lastSentAt: Timestamp?,
        now: Timestamp,
        isCallerWaiting: Bool = false,
        isReplay: Bool = false,
        canExit: Bool = false,
        hasLocalEvent: Bool = false
    ) {
        self.lastSentAt = lastSentAt
        self.now = now
        self.isCallerWaiting = isCallerWaiting
        self.isReplay = isReplay
        self.canExit = canExit
        self.hasLocalEvent = hasLocalEvent
    }
}

/// The gate's answer.
public enum RadarUploadDecision: Hashable, Sendable {
    /// The update is uploaded.
    case pass(RadarUploadPass)
    /// It is not.
    case skip(RadarUploadSkip)
}

/// Why an update is uploaded.
public enum RadarUploadPass: String, Hashable, Sendable, CaseIterable {
    /// No update was ever uploaded.
    case neverSent = "never_sent"
    /// Somebody in the app waits for the answer.
    case callerWaits = "caller_waits"
    /// The device has just stopped.
    case justStopped = "just_stopped"
    /// It is an older update that failed.
    case replay
    /// A beacon came or went.
    case beacon
    /// No rule keeps it.
    case allowed
}

/// Why an update is not uploaded, in the order in which the rules are asked.
public enum RadarUploadSkip: String, Hashable, Sendable, CaseIterable {
    /// The device rests where it rested.
    case alreadyStopped = "already_stopped"
    /// `desiredSyncInterval` is not over.
    case syncInterval = "sync_interval"
    /// The last one was less than a second ago.
    case rateLimit = "rate_limit"
    /// `sync` is none.
    case syncNone = "sync_none"
    /// `sync` is stops and exits, and there is nothing to leave.
    case cannotExit = "cannot_exit"
    /// `sync` is events, and there is none.
    case noEvent = "no_event"
}
