internal import VisitModel

/// Reads one JSON record of a location: the shape the Transistor SDK posts, a GeoJSON feature (Overland's too), or a
/// flat object with the names people use for columns.
///
/// The three are told apart by what is in them and not by where they come from, so the same decoder serves files and
/// request bodies. Unknown keys are passed over.
struct JSONRecordDecoder {
    /// What a record came to.
    struct Record {
        /// The fix; for a line, what all of its fixes have in common.
        var draft = FixDraft()
        /// The positions, where the record is a line of them.
        var line: Line?
        /// Whether the record held another one, so that what stood beside that is about the sender.
        var wrapsLocation = false
        /// At the `uuid` beside the record, which names the phone where nothing else does.
        ///
        /// The record's own `uuid` names the record.
        var uuid: JSONCursor?
        /// At the `id` beside `uuid`, with or without underscores.
        var id: JSONCursor?
        /// At the `uuid` and `id` of the record that was held.
        var wrapped: (uuid: JSONCursor?, id: JSONCursor?)
        /// At what only this app says: the place of each name among the app's own, and its value, in their order.
        var own: [(name: UInt8, value: JSONCursor)] = []
        /// At what the phone says of a geofence.
        var geofence: JSONCursor?
        /// At the state of the phone's location service.
        var provider: JSONCursor?
        /// At the geometry, where there is one.
        var geometry: JSONCursor?
        /// At the times of the positions of a line, where there are any.
        var times: JSONCursor?
        /// What the record can't be read for, in the words of a diagnostic.
        var refusal: Refusal?
    }

    /// A GeoJSON line, or several that belong together.
    struct Line {
        /// At the coordinates of the geometry.
        let coordinates: JSONCursor
        /// At the times of the positions.
        let times: JSONCursor?
        /// Whether the positions are grouped in several lines.
        let isMultiple: Bool
    }

    /// Why a record is none.
    enum Refusal {
        case notAnObject
        case geometry(String)
    }

    /// Which object the keys are of.
    enum Level {
        case record, coordinates, battery, activity, device, member, properties
    }

    let names: FieldNames
    private var unescaped: [UInt8] = []

    /// Makes a decoder.
    ///
    /// - Parameter names: what the keys mean.
    init(names: FieldNames = .usual) {
        self.names = names
    }

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - bytes: one JSON value, well formed.
    ///   - intake: what texts are read with; the names met so far.
    /// - Returns: what the record came to.
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ intake: inout TrackIntake) -> Record {
        decode(bytes, Record(), &intake)
    }

    private mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Record,
        _ intake: inout TrackIntake
    ) -> Record {
        var record = start
        var cursor = JSONCursor(bytes)
        guard cursor.kind == .object else {
            record.refusal = .notAnObject
            return record
        }
        readObject(&cursor, .record, &record, &intake)
        if let geometry = record.geometry { readGeometry(geometry, &record, &intake) }
        if record.draft.device == nil, record.wrapsLocation, var uuid = record.uuid {
            setScalar(.device, &uuid, &record.draft, &intake)
        }
        return record
    }

    /// Reads what an object that wraps records says about whose they are.
    ///
    /// - Parameters:
    ///   - bytes: the object, without the records.
    ///   - intake: what texts are read with; the names met so far.
    /// - Returns: a draft in which only the origin means something.
    mutating func decodeEnvelope(_ bytes: UnsafeBufferPointer<UInt8>, _ intake: inout TrackIntake) -> FixDraft {
        var record = Record()
        record.wrapsLocation = true
        return decode(bytes, record, &intake).draft
    }

    /// Reads a string, number or word into a field.
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
