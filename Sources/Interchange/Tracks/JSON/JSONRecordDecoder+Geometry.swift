internal import VisitModel

extension JSONRecordDecoder {
    /// Parses a GeoJSON geometry (RFC 7946, section 3.1): longitude, latitude, optional altitude.
    mutating func readGeometry(_ start: JSONCursor, _ record: inout Record, _ intake: inout TrackIntake) {
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
