internal import VisitModel

extension PhoneTransition {
    /// Parses the Transistor SDK's `geofence`: `{"identifier":…,"action":"ENTER","timestamp":…}`.
    init?(_ cursor: JSONCursor, times: TimestampParser) {
        var cursor = cursor
        var fence: String?
        var action: FenceAction?
        var at: Timestamp?
        cursor.forEachKey { key, value in
            if key.equals(lowercase: "identifier") {
                fence = value.name
            } else if key.equals(lowercase: "action") {
                action = value.text.flatMap(FenceAction.init(reported:))
            } else if key.equals(lowercase: "timestamp") {
                at = value.text.flatMap { try? times.parse($0) }
            }
        }
        guard let fence, let action else { return nil }
        self.init(fence: fence, action: action, at: at)
    }
}

extension ProviderState {
    /// Parses the Transistor SDK's `provider`; `nil` for anything but an object.
    ///
    /// `status` has the raw values of `Permission`; `accuracyAuthorization` is 0 for full and 1 for reduced (the SDK's
    /// type `ProviderChangeEvent`).
    init?(_ cursor: JSONCursor) {
        var cursor = cursor
        var state = ProviderState()
        cursor.forEachKey { key, value in
            if key.equals(lowercase: "enabled") {
                state.isEnabled = value.truth
            } else if key.equals(lowercase: "gps") {
                state.usesSatellites = value.truth
            } else if key.equals(lowercase: "network") {
                state.usesNetworks = value.truth
            } else if key.equals(lowercase: "status") {
                state.permission = value.text.flatMap { Int($0) }.flatMap(Permission.init(rawValue:))
            } else if key.equals(lowercase: "accuracyauthorization") {
                state.isReducedAccuracy = value.truth
            }
        }
        guard state != ProviderState() else { return nil }
        self = state
    }
}
