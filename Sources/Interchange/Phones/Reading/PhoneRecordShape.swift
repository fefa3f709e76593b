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
