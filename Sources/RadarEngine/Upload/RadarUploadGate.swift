public import VisitModel

/// Decides whether an update is uploaded, in the order of Radar's own rules.
///
/// Source: Radar SDK for iOS, RadarLocationManager handleLocation; Radar SDK for Android, RadarLocationManager
/// handleLocation.
public struct RadarUploadGate: Hashable, Sendable {
    /// The effective options.
    public let options: RadarTrackingOptions
    /// The choices between the vendor's code and its documents.
    public let profile: RadarProfile

    /// The tolerance of the sync interval in milliseconds, because a timer never fires exactly.
    static let graceMilliseconds: Int64 = 100
    /// The minimum time between two uploads that were not requested, in milliseconds.
    static let rateLimitMilliseconds: Int64 = 1000

    /// Creates a gate.
    public init(options: RadarTrackingOptions, profile: RadarProfile = .documented) {
        self.options = options
        self.profile = profile
    }

    /// Whether only updates requested by the app are uploaded: `sync` `none` as documented.
    var withholdsUnrequested: Bool { options.sync == .none && !profile.uploadsStopsUnderSyncNone }

    /// Decides about an update.
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

    /// Whether the device was and is stopped in the same place, and the options exclude such updates.
    private func isResting(_ step: RadarMotionStep) -> Bool {
        guard step.isStopped, step.wasStopped, let distance = step.distanceMeters,
            RadarStopRule(options)?.isWithin(distance) == true
        else { return false }
        return options.desiredStoppedUpdateInterval == 0 || ![.all, .events].contains(options.sync)
    }
}

/// The inputs of the gate other than the update itself.
public struct RadarUploadContext: Hashable, Sendable {
    /// The time of the last update that passed the gate; `nil` for never.
    public var lastSentAt: Timestamp?
    /// The phone's time.
    public var now: Timestamp
    /// Whether the app waits for the result (`trackOnce`).
    public var isCallerWaiting: Bool
    /// Whether an older update is sent in place of this one.
    public var isReplay: Bool
    /// Whether the server last saw the device in a geofence or a place.
    public var canExit: Bool
    /// Whether the phone itself determined that the update has to be uploaded (`RadarLocalFences`), used under `sync`
    /// `events`.
    public var hasLocalEvent: Bool

    /// Creates a context.
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

/// The gate's decision.
public enum RadarUploadDecision: Hashable, Sendable {
    /// The update is uploaded.
    case pass(RadarUploadPass)
    /// The update is not uploaded.
    case skip(RadarUploadSkip)
}

/// The reason why an update is uploaded.
public enum RadarUploadPass: String, Hashable, Sendable, CaseIterable {
    /// No update was uploaded before.
    case neverSent = "never_sent"
    /// The app waits for the result.
    case callerWaits = "caller_waits"
    /// The device has just stopped.
    case justStopped = "just_stopped"
    /// The record is an older update that failed.
    case replay
    /// A beacon came into or went out of range.
    case beacon
    /// No rule excludes the update.
    case allowed
}

/// The reason why an update is not uploaded, in the order in which the rules apply.
public enum RadarUploadSkip: String, Hashable, Sendable, CaseIterable {
    /// The device is still stopped in the same place.
    case alreadyStopped = "already_stopped"
    /// `desiredSyncInterval` has not elapsed.
    case syncInterval = "sync_interval"
    /// The last upload was less than a second ago.
    case rateLimit = "rate_limit"
    /// `sync` is `none`.
    case syncNone = "sync_none"
    /// `sync` is `stopsAndExits`, and there is nothing to exit.
    case cannotExit = "cannot_exit"
    /// `sync` is `events`, and there is no event.
    case noEvent = "no_event"
}
