/// A kind of record that an app sends beside its fixes, and that is no fix, by the app's own name for it.
///
/// Records of these kinds are ignored and counted. The raw values are published as labels of a metric, so a kind
/// without a name here is `other`.
package enum IgnoredRecord: String, Hashable, Sendable, CaseIterable {
    // Overland's `action` of a feature (`GLManager.m`, README "Visit Tracking"): its point is the last known place, and
    // its time is the time of sending.
    /// A visit of the phone's system that has not ended, or has no arrival.
    case visit
    case trackingStarted = "tracking_started"
    case trackingStopped = "tracking_stopped"
    case profileChanged = "profile_changed"
    case pausedLocationUpdates = "paused_location_updates"
    case resumedLocationUpdates = "resumed_location_updates"
    case finishedDeferredUpdates = "did_finish_deferred_updates"
    case exitedPauseRegion = "exited_pause_region"
    case launchedWithLocation = "application_launched_with_location"
    case enteredBackground = "did_enter_background"
    case willResignActive = "will_resign_active"
    case willTerminate = "will_terminate"
    case configurationApplied = "remote_configuration_applied"
    /// Overland's summary of a trip; its point is the start or the end.
    case trip
    /// A feature without a position or a time.
    case statistics
    /// Overland's `current`: the newest position, while older ones are still to come.
    case current

    // OwnTracks' `_type` (booklet, "JSON").
    case beacon, card, cmd, configuration, dump, lwt, request, status, steps, waypoint, waypoints

    /// A fix that the app itself marks as not valid (`valid` of the OsmAnd protocol).
    case notValid = "not_valid"
    /// A request without a body, with which OwnTracks deletes a friend.
    case empty
    /// A kind without a name here.
    case other
}
