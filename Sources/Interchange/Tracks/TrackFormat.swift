/// The ways of writing a track that are read here.
package enum TrackFormat: String, Hashable, Sendable, CaseIterable {
    /// Delimited text with a header.
    case csv
    /// GPX 1.0 or 1.1.
    case gpx
    /// GeoJSON: one document, or one feature a line.
    case geojson
    /// JSON records: one array, one object, or one record a line, as the Transistor SDK posts and stores them.
    case json
}

extension TrackFormat {
    /// How many bytes of text are looked at.
    static let detectionLength = 1024

    /// The format that the beginning of a text announces.
    ///
    /// Told by the first character that is not blank: `<` begins GPX, a bracket JSON, anything else the header of
    /// delimited text. GeoJSON and other JSON are read alike; they are told apart for the name's sake.
    ///
    /// - Parameter prefix: the first `detectionLength` bytes of UTF-8, or all that there are.
    /// - Returns: the format, or `nil` where everything is blank.
    static func detect(_ prefix: UnsafeBufferPointer<UInt8>) -> TrackFormat? {
        // A record separator (0x1E) stands before each record of an RFC 8142 sequence.
        guard let first = prefix.first(where: { $0 > 0x20 }) else { return nil }
        switch first {
        case 0x3C: return .gpx
        case 0x7B, 0x5B:
            let text = String(decoding: prefix, as: UTF8.self)
            let isGeoJSON =
                text.contains("\"Feature") || text.contains("\"geometry\"") || text.contains("\"coordinates\"")
            return isGeoJSON ? .geojson : .json
        default: return .csv
        }
    }
}
