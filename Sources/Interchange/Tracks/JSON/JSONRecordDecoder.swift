internal import VisitModel

/// Parses one JSON record of a location: the Transistor SDK's format, a GeoJSON feature (Overland's too), or a flat
/// object with common column names.
///
/// The three are distinguished by their content and not by their source, so the same decoder serves files and request
/// bodies. Unknown keys are ignored.
struct JSONRecordDecoder {
    struct Record {
        /// The fix; for a line, the properties that all of its fixes share.
        var draft = FixDraft()
        /// The positions, where the record is a line of them.
        var line: Line?
        /// Whether the record contained another one, so that the properties beside that describe the sender.
        var wrapsLocation = false
        /// A cursor at the `uuid` beside the record, which identifies the phone where no other key does.
        ///
        /// The record's own `uuid` identifies the record.
        var uuid: JSONCursor?
        /// A cursor at the `id` beside `uuid`, with or without underscores.
        var id: JSONCursor?
        /// Cursors at the `uuid` and `id` of the contained record.
        var wrapped: (uuid: JSONCursor?, id: JSONCursor?)
        /// The properties specific to the app, in their order: the index of each name among the app's own, and its
        /// value.
        var own: [(name: UInt8, value: JSONCursor)] = []
        var geofence: JSONCursor?
        var provider: JSONCursor?
        var geometry: JSONCursor?
        /// A cursor at the times of the positions of a line, where there are any.
        var times: JSONCursor?
        /// A cursor at the coordinates of a GeoJSON point under `location`.
        var point: JSONCursor?
        var feature = Feature()
        /// Whether it has the key `_type`, by which OwnTracks distinguishes its objects.
        var isOwnTracks = false
        var refusal: Refusal?
    }

    /// A GeoJSON line, or several that belong together.
    struct Line {
        let coordinates: JSONCursor
        let times: JSONCursor?
        /// Whether the positions are grouped in several lines.
        let isMultiple: Bool
    }

    enum Refusal {
        case notAnObject
        case geometry(String)
    }

    /// The kind of object that contains the keys.
    private enum Level {
        case record, location, coordinates, battery, activity, device, member, properties
    }

    private let names: FieldNames
    private var unescaped: [UInt8] = []

    init(names: FieldNames = .usual) { self.names = names }

    /// The bytes are one well-formed JSON value.
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ intake: inout TrackIntake) -> Record {
        var record = Record()
        decode(bytes, into: &record, &intake)
        return record
    }

    private mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into record: inout Record,
        _ intake: inout TrackIntake
    ) {
        var cursor = JSONCursor(bytes)
        guard cursor.kind == .object else {
            record.refusal = .notAnObject
            return
        }
        readObject(&cursor, .record, &record, &intake)
        if let geometry = record.geometry { readGeometry(geometry, &record, &intake) }
        if record.draft.device == nil, record.wrapsLocation, var uuid = record.uuid {
            setScalar(.device, &uuid, &record.draft, &intake)
        }
    }

    /// Parses an object that wraps records, without the records; only the origin of the draft is meaningful.
    mutating func decodeEnvelope(_ bytes: UnsafeBufferPointer<UInt8>, _ intake: inout TrackIntake) -> FixDraft {
        var record = Record()
        record.wrapsLocation = true
        decode(bytes, into: &record, &intake)
        return record.draft
    }

    /// Parses a string, number or word into a field.
    mutating func setScalar(
        _ field: TrackField,
        _ cursor: inout JSONCursor,
        _ draft: inout FixDraft,
        _ intake: inout TrackIntake
    ) {
        guard cursor.kind == .string else {
            if cursor.kind == .literal {
                draft.set(field, cursor.literal(), intake.reading, &intake.identities)
            } else {
                cursor.skipValue()
            }
            return
        }
        let (text, isEscaped) = cursor.string()
        guard isEscaped else {
            draft.set(field, text, intake.reading, &intake.identities)
            return
        }
        unescaped.removeAll(keepingCapacity: true)
        JSONEscapes.unescape(text, into: &unescaped)
        unescaped.withUnsafeBufferPointer { draft.set(field, $0, intake.reading, &intake.identities) }
    }
}

extension JSONRecordDecoder {
    private mutating func readObject(
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
                // Names are compared by their letters, so `_type` is `type` too.
                if key.first == 0x5F, level == .record, names.meaning(of: key)?.field == .type {
                    record.isOwnTracks = true
                }
                cursor.skipValue()
                continue
            }
            if field == .own, level == .record {
                record.own.append((meaning.rank, cursor.detour()))
                continue
            }
            switch cursor.kind {
            case .object: readNested(field, &cursor, &record, &intake)
            case .array where field == .coordinates && level == .location: record.point = cursor.detour()
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
                    switch field {
                    case .type: record.feature.type = cursor.detour()
                    case .action: record.feature.action = cursor.detour()
                    case .arrivalDate: record.feature.arrival = cursor.detour()
                    case .departureDate: record.feature.departure = cursor.detour()
                    default: cursor.skipValue()
                    }
                }
            case .none: return
            }
        }
    }

    /// The field of a key at a level; `nil` where it has none.
    private static func field(_ field: TrackField, in level: Level) -> TrackField? {
        switch level {
        case .record, .location:
            switch field {
            case .level, .type, .action, .arrivalDate, .departureDate: return nil
            default: return field
            }
        case .properties: return field == .level ? nil : field
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
            let outside = (record.uuid, record.id)
            (record.uuid, record.id) = (nil, nil)
            readObject(&cursor, .location, &record, &intake)
            if var point = record.point {
                // A GeoJSON point is a position, and no record in another.
                record.point = nil
                readPosition(&point, &record.draft, &intake)
            } else {
                // The record's own `uuid` identifies the record; only one beside it identifies the phone.
                record.wrapsLocation = true
                record.wrapped = (record.uuid, record.id)
            }
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

extension JSONRecordDecoder {
    /// Parses a GeoJSON geometry (RFC 7946, section 3.1): longitude, latitude, optional altitude.
    private mutating func readGeometry(_ start: JSONCursor, _ record: inout Record, _ intake: inout TrackIntake) {
        var cursor = start
        guard cursor.kind == .object else { return }
        cursor.enter()
        var type = ""
        var coordinates: JSONCursor?
        while let key = cursor.nextKey() {
            switch names.meaning(of: key)?.field {
            case .type where cursor.kind == .string: type = DelimitedField(bytes: cursor.string().text).excerpt
            case .coordinates: coordinates = cursor.detour()
            default: cursor.skipValue()
            }
        }
        guard var coordinates, coordinates.kind == .array else {
            if type != "Point" { record.refusal = .geometry(type) }
            return
        }
        switch type {
        case "Point": readPosition(&coordinates, &record.draft, &intake)
        case "LineString", "MultiPoint":
            record.line = Line(coordinates: coordinates, times: record.times, isMultiple: false)
        case "MultiLineString":
            record.line = Line(coordinates: coordinates, times: record.times, isMultiple: true)
        default: record.refusal = .geometry(type)
        }
    }

    /// Parses `[longitude, latitude, altitude?]`.
    mutating func readPosition(_ cursor: inout JSONCursor, _ draft: inout FixDraft, _ intake: inout TrackIntake) {
        guard cursor.kind == .array else {
            cursor.skipValue()
            return
        }
        cursor.enter()
        var place = 0
        while cursor.nextElement() {
            switch place {
            case 0: setScalar(.longitude, &cursor, &draft, &intake)
            case 1: setScalar(.latitude, &cursor, &draft, &intake)
            case 2: setScalar(.altitude, &cursor, &draft, &intake)
            default: cursor.skipValue()
            }
            place += 1
        }
    }
}
