public import TrackingModel
public import VisitModel

extension RadarTracking {
    /// Processes a trip that the server has accepted (`Radar.startTrip`); a trip that it refused must not be passed.
    ///
    /// Given options start tracking at once, or are only stored when they have a time to start at. Without options,
    /// tracking starts if the trip requires it and it is off. Then one update is requested.
    ///
    /// - Parameters:
    ///   - trip: the trip.
    ///   - options: the options during the trip; `nil` for the effective ones.
    ///   - now: the phone's time.
    /// - Returns: the effects to perform.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func tripStarted(
        _ trip: RadarTripOptions,
        options: RadarTrackingOptions? = nil,
        at now: Timestamp
    ) throws(TrackingEngineError) -> [RadarEffect] {
        try options?.check(for: platform)
        // After consecutive trips, the options from before the first one are restored.
        if self.trip == nil {
            sources.beforeTrip = isTracking ? sources.local : nil
        }
        self.trip = trip
        var effects: [RadarEffect] = []
        if let options {
            if options.startTrackingAfter == nil {
                effects += startChecked(options, at: now)
            } else {
                sources.local = options
                effects += updateTracking(location: nil, at: now)
            }
        } else if trip.startsTracking, !isTracking {
            effects += startChecked(self.options, at: now)
        } else {
            effects += updateTracking(location: nil, at: now)
        }
        return stored(effects + trackOnce(at: now))
    }

    /// Processes an update of the trip that the server has accepted (`Radar.updateTrip`); ignored without a trip.
    public mutating func tripUpdated(_ trip: RadarTripOptions) -> [RadarEffect] {
        guard self.trip != nil else { return [] }
        self.trip = trip
        return [.store]
    }

    /// Processes the end of a request to complete or cancel a trip (`Radar.completeTrip`, `Radar.cancelTrip`).
    ///
    /// The options from before the trip are restored, and without any tracking stops, even if the request failed. The
    /// trip itself ends only if the server ended it or does not know it.
    public mutating func tripEnded(_ status: RadarStatus, at now: Timestamp) -> [RadarEffect] {
        if status == .success || status == .errorNotFound {
            trip = nil
        }
        return restoreBeforeTrip(at: now)
    }

    mutating func restoreBeforeTrip(at now: Timestamp) -> [RadarEffect] {
        defer { sources.beforeTrip = nil }
        return sources.beforeTrip.map { startChecked($0, at: now) } ?? stop(at: now)
    }
}
