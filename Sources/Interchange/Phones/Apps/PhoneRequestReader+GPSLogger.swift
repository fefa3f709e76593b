internal import VisitModel

extension PhoneRequestReader {
    /// Parses a request of GPSLogger's custom URL: a query, a form, the text of `%ALL`, or JSON from the user's
    /// template.
    mutating func readGPSLogger(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        let first = request.body.first { $0 > 0x20 }
        if first == 0x7B || first == 0x5B {
            begin(request.body, FlatElements(.gpsLogger) { $0.forgetZeros() }, &phone)
            return
        }
        // The user's template may split a form into lines.
        var bytes = Array(request.query.utf8)
        if first != nil {
            if !bytes.isEmpty { bytes.append(0x26) }
            bytes.append(contentsOf: request.body.map { $0 == 0x0A || $0 == 0x0D ? 0x26 : $0 })
        }
        let form = FormFields(bytes)
        guard !form.fields.isEmpty else {
            phone.report.failure = PhoneFailure(
                code: "empty_request",
                message: "there are no fields, expected for instance lat=%LAT&lon=%LON&timestamp=%TIMESTAMP"
            )
            return
        }
        var draft = FixDraft(form, names: PhoneRules.gpsLogger.names, &intake)
        draft.forgetZeros()
        phone.append(draft, RecordFacts(), range: 0..<bytes.count)
        text = bytes
        bytes.withUnsafeBufferPointer { phone.assignPending(in: $0) }
    }
}

extension FixDraft {
    /// Clears the zeros that GPSLogger writes where it has no value.
    fileprivate mutating func forgetZeros() {
        if accuracy == 0 { accuracy = .nan }
        if speed == 0 { speed = .nan }
        if course == 0 { course = .nan }
        if altitude == 0 { altitude = .nan }
        if battery == 0 { battery = .nan }
        if time?.milliseconds == 0 { time = nil }
    }
}
