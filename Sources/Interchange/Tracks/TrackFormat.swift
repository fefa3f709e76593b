/// The supported track formats.
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
    /// The number of bytes that are enough to detect the format.
    static let detectionLength = 1024

    /// Detects the format from the beginning of a text.
    ///
    /// The first non-blank character decides: `<` begins GPX, a bracket JSON, anything else the header of delimited
    /// text. GeoJSON and other JSON are parsed alike; they are distinguished only for the format's name.
    ///
    /// - Parameter prefix: the beginning of the text in UTF-8.
    /// - Returns: the format, or `nil` where everything is blank.
    static func detect(_ prefix: UnsafeBufferPointer<UInt8>) -> TrackFormat? {
        // A record separator (0x1E) precedes each record of an RFC 8142 sequence.
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
