extension PhoneRequest {
    /// Creates the request that a phone would send with only one record of another request.
    ///
    /// The first byte distinguishes the formats: only JSON begins with a brace or a bracket, not a query or a form.
    ///
    /// - Parameters:
    ///   - record: the bytes of the record (`RefusedRecord.bytes`).
    ///   - app: the app that defines the format.
    package init(record: [UInt8], of app: PhoneApp) {
        let first = record.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        switch app {
        case .traccar where !isJSON, .gpsLogger where !isJSON:
            self.init(method: "GET", query: String(decoding: record, as: UTF8.self))
        case .overland where isJSON:
            let body = Array("{\"locations\":[".utf8) + record + Array("]}".utf8)
            self.init(contentType: "application/json", body: body)
        default:
            self.init(contentType: "application/json", body: record)
        }
    }
}
