internal import VisitModel

extension JSONRecordDecoder.Record {
    /// Whether none of its keys was known.
    var saysNothing: Bool {
        draft.latitude.isNaN && draft.longitude.isNaN && draft.time == nil && draft.fault == nil && geometry == nil
            && geofence == nil && provider == nil && refusal == nil && !wrapsLocation
    }

    /// Whether it is a feature without a fix: statistics, or an action of the app or its user.
    var isNoReading: Bool {
        switch refusal {
        case .notAnObject: false
        case .geometry: true
        case nil: geometry == nil || line != nil || (draft.time == nil && draft.fault == nil)
        }
    }

    /// Why it can't be a record of a phone; `nil` where it can.
    var problem: RecordProblem? {
        switch refusal {
        case .notAnObject:
            return RecordProblem(code: "bad_json", field: nil, message: "the record is not an object, expected {…}")
        case .geometry(let type):
            return RecordProblem(
                code: "not_a_position",
                field: .geometry,
                message: "a geometry of type `\(type)` is not a position, expected Point"
            )
        case nil:
            guard line != nil else { return nil }
            return RecordProblem(
                code: "not_a_position",
                field: .geometry,
                message: "a line is not a position, expected Point"
            )
        }
    }

    func name(_ kind: PhoneRules.RecordName) -> String? {
        switch kind {
        case .none: nil
        case .uuid: (wrapsLocation ? wrapped.uuid : uuid)?.name
        case .id: wrapsLocation ? (wrapped.id ?? wrapped.uuid)?.name : (id ?? uuid)?.name
        }
    }
}

extension FixDraft {
    /// Fills in a missing identity from the enclosing JSON.
    mutating func fill(from other: FixDraft) {
        if device == nil { device = other.device }
        if member == nil { (member, memberDevice) = (other.member, other.memberDevice) }
        platform = platform ?? other.platform
        sentAt = sentAt ?? other.sentAt
        isBrowser = isBrowser || other.isBrowser
    }
}

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
