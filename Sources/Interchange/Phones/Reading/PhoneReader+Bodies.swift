internal import VisitModel

extension PhoneReader {
    /// Reads a JSON body whose records name themselves.
    mutating func readJSON(_ body: [UInt8], _ rules: PhoneRules, _ phone: inout PhoneIntake) {
        read(body, FlatElements(rules), &phone)
    }

    /// Reads a JSON body.
    ///
    /// - Parameters:
    ///   - body: the body as it came, in UTF-8 or with a byte order mark that says otherwise.
    ///   - elements: what reads its records.
    ///   - phone: where the records go.
    mutating func read(_ body: [UInt8], _ elements: some PhoneElements, _ phone: inout PhoneIntake) {
        guard body.contains(where: { $0 > 0x20 }) else {
            phone.report.failure = PhoneFailure(
                code: "empty_body",
                message: "the request has no body, expected JSON"
            )
            return
        }
        Self.withText(of: body) { text in
            var reading = PhoneBody(text, elements)
            reading.read(&intake, &phone)
        }
    }

    /// Reads a body in our own format: an object, an array, or one object a line.
    mutating func readFootfall(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        readJSON(request.body, .footfall, &phone)
        let report = phone.report
        guard report.failure == nil, report.records.isEmpty, let first = report.refused.first,
            report.refused.allSatisfy({ $0.code == "bad_json" })
        else { return }
        phone.report = PhoneReport()
        phone.report.failure = PhoneFailure(code: "bad_json", message: first.message)
    }

    /// Reads a body of Overland, which can be set to send OwnTracks' object instead of its own.
    mutating func readOverland(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        let isOwnTracks = request.body.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            guard cursor.kind == .object, bytes.count < 1 << 14 else { return false }
            cursor.enter()
            while let key = cursor.nextKey() {
                if DelimitedField(bytes: key).equals(lowercase: "_type") { return true }
                if DelimitedField(bytes: key).equals(lowercase: "locations") { return false }
                cursor.skipValue()
            }
            return false
        }
        if isOwnTracks {
            readOwnTracks(request, &phone)
        } else {
            readJSON(request.body, .overland, &phone)
        }
    }

    /// Gives a body as UTF-8 without a byte order mark.
    private static func withText(of body: [UInt8], _ read: (UnsafeBufferPointer<UInt8>) -> Void) {
        let start = body.prefix(4)
        let isUTF16 = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || start.contains(0)
        guard isUTF16 || start.starts(with: [0xEF, 0xBB, 0xBF]) else {
            body.withUnsafeBufferPointer(read)
            return
        }
        var decoder = TextDecoder()
        var text: [UInt8] = []
        do throws(InterchangeError) {
            try body.withUnsafeBufferPointer { bytes throws(InterchangeError) in try decoder.decode(bytes, into: &text)
            }
            try decoder.finish(into: &text)
        } catch {
            // Something packed, perhaps: let it be refused as it came.
            text = body
        }
        text.withUnsafeBufferPointer(read)
    }
}
