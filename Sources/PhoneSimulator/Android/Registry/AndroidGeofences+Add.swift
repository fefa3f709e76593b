public import PhoneOS
public import VisitModel

extension AndroidGeofences {
    /// Asks for fences to be watched: all of them, or none where one can't be.
    ///
    /// A fence of an id that is watched already takes its place; what becomes of its state is for the profile's `reAdd` to
    /// say. Of several with one id in a call the last counts.
    ///
    /// That a call is refused as a whole is documented nowhere, but follows from what apps report of status 1001
    /// (flutter_background_geolocation issue 407).
    ///
    /// - Parameters:
    ///   - requests: one or more.
    ///   - pendingIntent: the name of who is told; an app rarely has more than one.
    ///   - time: now.
    ///   - conditions: what the phone has to offer.
    /// - Throws: `PhoneError`: `invalidRequest`, `playServicesUnavailable`, 1004, 1000, 1005, 1002 or 1001, checked in this
    ///   order.
    public mutating func add(
        _ requests: [RegionRequest],
        pendingIntent: String = "geofences",
        at time: Timestamp,
        conditions: AndroidConditions = AndroidConditions()
    ) throws(PhoneError) {
        guard !requests.isEmpty else {
            throw PhoneError(.invalidRequest, "no fence was given, expected at least one")
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
                "fences were added \(recent.count) times within a minute; add them together, or wait"
            )
        }
        let intents = Set(next.map(\.pendingIntent)).count
        guard intents <= profile.pendingIntents else {
            throw PhoneError(
                .tooManyPendingIntents,
                "there would be \(intents) pending intents, at most \(profile.pendingIntents) are taken; use one for all"
            )
        }
        guard next.count <= profile.slots else {
            throw PhoneError(
                .tooManyGeofences,
                "there would be \(next.count) fences, at most \(profile.slots) are taken; remove some first"
            )
        }
        fences = next
        additions = recent + [time]
    }

    /// Puts a new fence among others.
    private func place(_ new: AndroidFence, in list: inout [AndroidFence]) {
        var fence = new
        fence.awaitsLastReading = canUseLastReading(at: fence.addedAt)
        guard let index = list.firstIndex(where: { $0.request.id == fence.request.id }) else {
            list.append(fence)
            return
        }
        if profile.reAdd == .keepsState {
            fence.tracker = list[index].tracker
        }
        list[index] = fence
    }

    /// Whether the last reading is fresh enough to decide when a fence is added, which only AOSP lets it do.
    private func canUseLastReading(at time: Timestamp) -> Bool {
        guard profile.decision == .aosp, let lastReading else { return false }
        return (0...profile.lastReadingSeconds).contains(lastReading.time.seconds(to: time))
    }

    /// Asks for fences to be watched no longer; what was known of them is forgotten.
    ///
    /// - Parameter ids: those that are not watched are ignored.
    public mutating func remove(_ ids: [RegionID]) {
        let ids = Set(ids)
        fences.removeAll { ids.contains($0.request.id) }
    }

    /// Asks for the fences of one pending intent to be watched no longer.
    ///
    /// - Parameter pendingIntent: the name that they were added with.
    public mutating func remove(pendingIntent: String) {
        fences.removeAll { $0.pendingIntent == pendingIntent }
    }

    /// Asks for no fence to be watched any more.
    public mutating func removeAll() {
        fences = []
    }
}
