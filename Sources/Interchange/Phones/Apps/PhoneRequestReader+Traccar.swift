internal import VisitModel

extension PhoneRequestReader {
    /// Parses a request of Traccar Client or of another app that uses the OsmAnd protocol.
    ///
    /// JSON is one or several records of the Transistor SDK with the phone's name beside them (Traccar Client 9), or
    /// objects with the fields of the protocol (`traccar-client-sdk`, `HttpUploader.kt`, "upload JSON"). Otherwise the fields are in the query, or in a form where the query names no phone. The protocol responds with
    /// 400 to a request without a phone (Traccar, `OsmAndProtocolDecoder`).
    mutating func readTraccar(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        let first = request.body.first { $0 > 0x20 }
        let isJSON = request.contentType?.lowercased().hasPrefix("application/json") == true
        if isJSON || first == 0x7B || first == 0x5B {
            begin(request.body, TraccarElements(), &phone)
            return
        }
        var bytes = Array(request.query.utf8)
        var form = FormFields(bytes)
        if !form.namesDevice {
            let body = FormFields(request.body)
            if body.namesDevice || form.fields.isEmpty { (bytes, form) = (request.body, body) }
        }
        guard form.namesDevice || phone.sender.device != nil || phone.sender.member != nil else {
            phone.failForNoDevice()
            return
        }
        readOsmAnd(form, count: bytes.count, &phone)
        text = bytes
        bytes.withUnsafeBufferPointer { phone.assignPending(in: $0) }
    }

    private mutating func readOsmAnd(_ form: FormFields, count: Int, _ phone: inout PhoneIntake) {
        var draft = FixDraft(form, names: PhoneRules.osmAndNames, &intake)
        if let valid = form.text("valid"), valid.lowercased() != "true", valid != "1" {
            phone.ignore(.notValid)
            return
        }
        if let place = form.text("location") {
            let parts = place.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            set(.latitude, parts.first, &draft)
            set(.longitude, parts.count == 2 ? parts[1] : nil, &draft)
        }
        if let text = form.text("timestamp") {
            do throws(TimestampParser.Problem) {
                draft.time = try OsmAndTime.read(text)
            } catch {
                draft.fault = draft.fault ?? .time(error, text.count > 40 ? text.prefix(40) + "…" : text)
            }
        } else {
            draft.time = phone.clock.receivedAt
        }
        if draft.fault == nil, draft.latitude.isNaN, draft.longitude.isNaN { draft.event = .heartbeat }
        phone.append(draft, RecordFacts(allowsNoPlace: true), range: 0..<count)
    }

    private mutating func set(_ field: TrackField, _ text: Substring?, _ draft: inout FixDraft) {
        Array((text ?? "").utf8).withUnsafeBufferPointer { draft.set(field, $0, intake.reading, &intake.identities) }
    }
}

/// Parses the JSON of Traccar's clients.
private struct TraccarElements: PhoneElements {
    let rules = PhoneRules.traccar
    /// The parser of the Transistor SDK's records, which Traccar Client 9 sends.
    private var transistor = FlatElements(.traccar)
    /// The parser of objects with the fields of the OsmAnd protocol, in which `speed` is knots.
    private var osmAnd = FlatElements(.osmAnd)

    var hasMore: Bool { transistor.hasMore }

    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        if Self.isFlat(element) {
            osmAnd.read(element, at: range, &names, &phone)
        } else {
            transistor.read(element, at: range, &names, &phone)
        }
    }

    /// Whether an object has the fields of the protocol itself, and not under `location` or another key.
    private static func isFlat(_ element: UnsafeBufferPointer<UInt8>) -> Bool {
        var (isFlat, hasNested) = (false, false)
        var cursor = JSONCursor(element)
        cursor.forEachKey { key, value in
            var value = value
            switch value.kind {
            case .object, .array:
                for name: StaticString in ["location", "coords"] where key.equals(lowercase: name) { hasNested = true }
            case .string, .literal:
                for name: StaticString in ["id", "deviceid", "lat", "lon"] where key.equals(lowercase: name) {
                    isFlat = true
                }
            case .none: break
            }
        }
        return isFlat && !hasNested
    }

    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        transistor.readMore(upTo: limit, in: bytes, &names, &phone)
    }

    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft {
        transistor.readEnvelope(envelope, &names)
    }
}

extension FormFields {
    fileprivate var namesDevice: Bool { text("id") != nil || text("deviceid") != nil }
}

extension PhoneIntake {
    mutating func failForNoDevice() {
        report = PhoneReport()
        report.failure = PhoneFailure(
            code: "missing_identity",
            message: "the request has no phone, expected id or deviceid"
        )
    }
}

/// Parses times of the OsmAnd protocol.
///
/// A number under 2^31 - 1 is seconds since 1970, any other milliseconds; text with a `T` is ISO 8601; all else is
/// `yyyy-MM-dd HH:mm:ss` in UTC (Traccar, `OsmAndProtocolDecoder`).
enum OsmAndTime {
    private static let parser = TimestampParser(missingZone: .assumed(.utc))

    static func read(_ text: String) throws(TimestampParser.Problem) -> Timestamp {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(TimestampParser.Problem) in
            guard let number = DelimitedField(bytes: bytes).trimmed.double() else { return try parser.read(bytes) }
            let milliseconds = number < 2_147_483_647 ? number * 1000 : number
            guard milliseconds.magnitude < 1e15 else { throw .outOfRange }
            return Timestamp(milliseconds: Int64(milliseconds.rounded()))
        }
    }
}
