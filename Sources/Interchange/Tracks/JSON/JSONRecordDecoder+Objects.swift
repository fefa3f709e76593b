internal import VisitModel

extension JSONRecordDecoder {
    mutating func readObject(
        _ cursor: inout JSONCursor,
        _ level: Level,
        _ record: inout Record,
        _ intake: inout TrackIntake
    ) {
        cursor.enter()
        // Where a record has several names for one field, the one with the best rank is used, in whatever order they
        // come.
        var (timeRank, deviceRank, memberRank) = (UInt8.max, UInt8.max, UInt8.max)
        while let key = cursor.nextKey() {
            guard let meaning = names.meaning(of: key), let field = Self.field(meaning.field, in: level) else {
                cursor.skipValue()
                continue
            }
            if field == .own, level == .record {
                record.own.append((meaning.rank, cursor.detour()))
                continue
            }
            switch cursor.kind {
            case .object: readNested(field, &cursor, &record, &intake)
            case .array: readArray(field, &cursor, &record, &intake)
            case .string, .literal:
                if field == .time {
                    guard meaning.rank < timeRank else {
                        cursor.skipValue()
                        continue
                    }
                    timeRank = meaning.rank
                }
                if field == .device || field == .member {
                    let rank = field == .device ? deviceRank : memberRank
                    guard meaning.rank <= rank else {
                        cursor.skipValue()
                        continue
                    }
                    setScalar(field, &cursor, &record.draft, &intake)
                    if field == .device, record.draft.device != nil { deviceRank = meaning.rank }
                    if field == .member, record.draft.member != nil { memberRank = meaning.rank }
                } else if field == .uuid {
                    record.uuid = cursor.detour()
                } else if field == .id {
                    record.id = cursor.detour()
                } else if field.isScalar {
                    setScalar(field, &cursor, &record.draft, &intake)
                } else {
                    cursor.skipValue()
                }
            case .none: return
            }
        }
    }

    /// The field of a key at a level; `nil` where it has none.
    private static func field(_ field: TrackField, in level: Level) -> TrackField? {
        switch level {
        case .record, .properties: return field == .level || field == .type ? nil : field
        case .coordinates: return field
        case .battery: return field == .level ? field : nil
        case .activity:
            if field == .type { return .activity }
            return field == .confidence || field == .activity ? field : nil
        case .device:
            if field == .id || field == .uuid || field == .device { return .device }
            return field == .platform ? field : nil
        case .member: return field == .id || field == .member || field == .uuid ? .member : nil
        }
    }

    private mutating func readNested(
        _ field: TrackField,
        _ cursor: inout JSONCursor,
        _ record: inout Record,
        _ intake: inout TrackIntake
    ) {
        switch field {
        case .location:
            record.wrapsLocation = true
            // The record's own `uuid` identifies the record; only one beside it identifies the phone.
            let outside = (record.uuid, record.id)
            (record.uuid, record.id) = (nil, nil)
            readObject(&cursor, .record, &record, &intake)
            record.wrapped = (record.uuid, record.id)
            (record.uuid, record.id) = outside
        case .coordinates: readObject(&cursor, .coordinates, &record, &intake)
        case .battery: readObject(&cursor, .battery, &record, &intake)
        case .activity: readObject(&cursor, .activity, &record, &intake)
        case .device: readObject(&cursor, .device, &record, &intake)
        case .member: readObject(&cursor, .member, &record, &intake)
        case .properties: readObject(&cursor, .properties, &record, &intake)
        case .geometry: record.geometry = cursor.detour()
        case .geofence: record.geofence = cursor.detour()
        case .provider: record.provider = cursor.detour()
        case .coordinateProperties:
            cursor.enter()
            while let key = cursor.nextKey() {
                if names.meaning(of: key)?.field == .coordinateTimes {
                    record.times = cursor.detour()
                } else {
                    cursor.skipValue()
                }
            }
        default: cursor.skipValue()
        }
    }

    private mutating func readArray(
        _ field: TrackField,
        _ cursor: inout JSONCursor,
        _ record: inout Record,
        _ intake: inout TrackIntake
    ) {
        switch field {
        case .coordinateTimes: record.times = cursor.detour()
        case .activity, .activities: readActivities(&cursor, &record, &intake)
        default: cursor.skipValue()
        }
    }

    /// Parses a list of activities.
    ///
    /// Of objects the most certain one is used, of words the one that moves: Overland lists `driving` and `stationary`
    /// together for a stopped car.
    private mutating func readActivities(
        _ cursor: inout JSONCursor,
        _ record: inout Record,
        _ intake: inout TrackIntake
    ) {
        cursor.enter()
        var best = record.draft
        while cursor.nextElement() {
            var candidate = Record()
            if cursor.kind == .object {
                readObject(&cursor, .activity, &candidate, &intake)
                guard candidate.draft.activity != nil, !(candidate.draft.confidence <= best.confidence) else {
                    continue
                }
            } else {
                setScalar(.activity, &cursor, &candidate.draft, &intake)
                guard candidate.draft.activity != nil, best.activity == nil || best.activity == .still else { continue }
            }
            best.activity = candidate.draft.activity
            best.confidence = candidate.draft.confidence
        }
        record.draft = best
    }
}
