internal import PhoneSimulator

/// A mutable copy of an iPhone's region monitoring profile, for reading its numbers one by one.
struct IOSRegionDraft {
    var slots: Int
    var foreignRegions: Int
    var maximumRadiusMeters: Double
    var bufferMeters: Double
    var enterBufferShare: Double
    var holdSeconds: Double
    var latency: IOSLatencyDraft
    var stateAnswerSeconds: Double
    var failsReAddWithinSeconds: Double
    var waitsForFirstUnlock: Bool
    var relaunchRunSeconds: Double
    var relaunchesAfterForceQuit: Bool
    var significantChangeMeters: Double
    var significantChangeSeconds: Double

    init(_ profile: IOSRegionProfile) {
        slots = profile.slots
        foreignRegions = profile.foreignRegions
        maximumRadiusMeters = profile.maximumRadiusMeters
        bufferMeters = profile.bufferMeters
        enterBufferShare = profile.enterBufferShare
        holdSeconds = profile.holdSeconds
        latency = IOSLatencyDraft(profile.latency)
        stateAnswerSeconds = profile.stateAnswerSeconds
        failsReAddWithinSeconds = profile.failsReAddWithinSeconds
        waitsForFirstUnlock = profile.waitsForFirstUnlock
        relaunchRunSeconds = profile.relaunchRunSeconds
        relaunchesAfterForceQuit = profile.relaunchesAfterForceQuit
        significantChangeMeters = profile.significantChangeMeters
        significantChangeSeconds = profile.significantChangeSeconds
    }

    var profile: IOSRegionProfile {
        IOSRegionProfile(
            slots: slots,
            foreignRegions: foreignRegions,
            maximumRadiusMeters: maximumRadiusMeters,
            bufferMeters: bufferMeters,
            enterBufferShare: enterBufferShare,
            holdSeconds: holdSeconds,
            latency: latency.latency,
            stateAnswerSeconds: stateAnswerSeconds,
            failsReAddWithinSeconds: failsReAddWithinSeconds,
            waitsForFirstUnlock: waitsForFirstUnlock,
            relaunchRunSeconds: relaunchRunSeconds,
            relaunchesAfterForceQuit: relaunchesAfterForceQuit,
            significantChangeMeters: significantChangeMeters,
            significantChangeSeconds: significantChangeSeconds
        )
    }
}

/// A mutable copy of an iPhone's delays.
struct IOSLatencyDraft {
    var goodNetworkSeconds: ClosedRange<Double>
    var poorNetworkMedianSeconds: Double
    var poorNetworkSpread: Double
    var poorNetworkLimitSeconds: Double

    init(_ latency: IOSLatency) {
        goodNetworkSeconds = latency.goodNetworkSeconds
        poorNetworkMedianSeconds = latency.poorNetworkMedianSeconds
        poorNetworkSpread = latency.poorNetworkSpread
        poorNetworkLimitSeconds = latency.poorNetworkLimitSeconds
    }

    var latency: IOSLatency {
        IOSLatency(
            goodNetworkSeconds: goodNetworkSeconds,
            poorNetworkMedianSeconds: poorNetworkMedianSeconds,
            poorNetworkSpread: poorNetworkSpread,
            poorNetworkLimitSeconds: poorNetworkLimitSeconds
        )
    }
}

/// A mutable copy of an iPhone's visit monitoring profile.
struct VisitProfileDraft {
    var radiusMeters: Double
    var restSeconds: Double
    var leaveSeconds: Double

    init(_ profile: VisitProfile) {
        radiusMeters = profile.radiusMeters
        restSeconds = profile.restSeconds
        leaveSeconds = profile.leaveSeconds
    }
}

extension PhoneProfile {
    /// The numbers of `ios`, writable one by one.
    var iosDraft: IOSRegionDraft {
        get { IOSRegionDraft(ios) }
        set { ios = newValue.profile }
    }

    /// The numbers of `visits`, writable one by one.
    var visitsDraft: VisitProfileDraft {
        get { VisitProfileDraft(visits) }
        set {
            visits = VisitProfile(
                radiusMeters: newValue.radiusMeters,
                restSeconds: newValue.restSeconds,
                leaveSeconds: newValue.leaveSeconds
            )
        }
    }
}
