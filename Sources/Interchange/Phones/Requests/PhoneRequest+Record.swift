extension PhoneRequest {
    /// Makes the request that a phone would send with nothing in it but one record, as it stood in another request.
    ///
    /// What a record of a query or a form is can be told by its first byte: only JSON begins with a brace or a bracket.
    ///
    /// - Parameters:
    ///   - record: the bytes of the record (`RefusedRecord.bytes`).
    ///   - app: whose format it is in.
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
