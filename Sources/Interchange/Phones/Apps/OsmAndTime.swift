internal import VisitModel

/// Parses times of the OsmAnd protocol.
///
/// A number under 2^31 - 1 is seconds since 1970, any other milliseconds; text with a `T` is ISO 8601; all else is
/// `yyyy-MM-dd HH:mm:ss` in UTC (Traccar, `OsmAndProtocolDecoder`).
enum OsmAndTime {
    private static let parser = TimestampParser(missingZone: .assumed(.utc))

    static func read(_ text: String) throws(TimestampParser.Problem) -> Timestamp {
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(TimestampParser.Problem) in
                guard let number = DelimitedField(bytes: bytes).trimmed.double() else { return try parser.read(bytes) }
                let milliseconds = number < 2_147_483_647 ? number * 1000 : number
                guard milliseconds.magnitude < 1e15 else { throw .outOfRange }
                return Timestamp(milliseconds: Int64(milliseconds.rounded()))
            }
        }
        return try result.get()
    }
}
