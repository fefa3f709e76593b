public import PhoneOS
public import VisitModel

extension AndroidGeofences {
    /// Adds fences: all of them, or none if one is rejected.
    ///
    /// A fence replaces one of the same id; the profile's `reAdd` decides about its state. Of several with one id in a
    /// call the last one applies.
    ///
    /// That a call is rejected as a whole is not documented, but follows from what apps report of status 1001
    /// (flutter_background_geolocation issue 407).
    ///
    /// `pendingIntent` names the receiver of the transitions; an app rarely has more than one.
    ///
    /// Throws `PhoneError` with one of these codes, checked in this order: `invalidRequest`, `playServicesUnavailable`,
    /// 1004, 1000, 1005, 1002, 1001.
    public mutating func add(
        _ requests: [RegionRequest],
        pendingIntent: String = "geofences",
        at time: Timestamp,
        conditions: AndroidConditions = AndroidConditions()
    ) throws(PhoneError) {
        guard !requests.isEmpty else {
            throw PhoneError(.invalidRequest, "no geofence was given, expected at least one")
        }
        var next = fences.filter { !$0.isExpired(at: time) }
        for request in requests {
            let fence = try AndroidFence(
                request,
                pendingIntent: pendingIntent,
                at: time,
                requestIDLength: profile.requestIDLength
            )
            place(fence, in: &next)
        }
        try conditions.check()
        let recent = additions.filter { $0.seconds(to: time) < 60 }
        guard recent.count < profile.additionsPerMinute else {
            throw PhoneError(
                .requestTooFrequent,
                "geofences were added \(recent.count) times within a minute; add them together, or wait"
            )
        }
        let intents = Set(next.map(\.pendingIntent)).count
        guard intents <= profile.pendingIntents else {
            throw PhoneError(
                .tooManyPendingIntents,
                """
                there would be \(intents) pending intents, at most \(profile.pendingIntents) are allowed; use one for \
                all
                """
            )
        }
        guard next.count <= profile.slots else {
            throw PhoneError(
                .tooManyGeofences,
                "there would be \(next.count) geofences, at most \(profile.slots) are allowed; remove some first"
            )
        }
        fences = next
        additions = recent + [time]
    }

    /// Inserts a fence into a list, or replaces the one of its id.
    private func place(_ new: AndroidFence, in list: inout [AndroidFence]) {
        var fence = new
        fence.awaitsLastReading = canUseLastReading(at: fence.addedAt)
        guard let index = list.firstIndex(where: { $0.request.id == fence.request.id }) else {
            list.append(fence)
            return
        }
        if profile.reAdd == .keepsState { fence.tracker = list[index].tracker }
        list[index] = fence
    }

    /// Returns whether the last fix is recent enough to decide at the addition of a fence, which only the AOSP model
    /// allows.
    private func canUseLastReading(at time: Timestamp) -> Bool {
        guard profile.decision == .aosp, let lastFix else { return false }
        return (0...profile.lastReadingSeconds).contains(lastFix.time.seconds(to: time))
    }

    /// Removes fences and their states; unknown ids are ignored.
    public mutating func remove(_ ids: [RegionID]) {
        let ids = Set(ids)
        fences.removeAll { ids.contains($0.request.id) }
    }
}

/// The conditions under which Play services accept a fence.
public struct AndroidConditions: Hashable, Sendable {
    /// Whether location is on for the whole phone, with an accuracy mode that uses the network.
    public var isLocationOn: Bool
    /// Whether the app may access the precise location.
    public var isFineGranted: Bool
    /// Whether the app may access it in the background, or needs no permission for it (before Android 10).
    public var isBackgroundGranted: Bool
    /// The availability of Play services.
    public var playServices: PlayServices

    /// Creates conditions; with the defaults, fences are accepted.
    public init(
        isLocationOn: Bool = true,
        isFineGranted: Bool = true,
        isBackgroundGranted: Bool = true,
        playServices: PlayServices = .available
    ) {
        self.isLocationOn = isLocationOn
        self.isFineGranted = isFineGranted
        self.isBackgroundGranted = isBackgroundGranted
        self.playServices = playServices
    }

    /// Throws `PhoneError` with Google's status if the conditions are not met, the most permanent obstacle first.
    func check() throws(PhoneError) {
        switch playServices {
        case .available: break
        case .missing:
            throw PhoneError(.playServicesUnavailable, "Google Play services are not installed, geofences need them")
        case .outdated:
            throw PhoneError(.playServicesUnavailable, "Google Play services are outdated; update them, then add again")
        }
        guard isFineGranted else {
            throw PhoneError(
                .insufficientLocationPermission,
                "the precise location is not granted; request it, then add again"
            )
        }
        guard isBackgroundGranted else {
            throw PhoneError(
                .insufficientLocationPermission,
                "background location is not granted; request it, then add again"
            )
        }
        guard isLocationOn else {
            throw PhoneError(.geofenceNotAvailable, "location is switched off; add again when it is on")
        }
    }
}
