extension TrackReader {
    /// The parser of one format.
    struct Engine {
        private var csv: CSVTrackReader?
        private var gpx: GPXTrackReader?
        private var json: JSONTrackReader?
        /// Converts the document to UTF-8, for all formats but delimited text, whose reader does so itself.
        private var decoder = TextDecoder()
        private var text: [UInt8] = []

        init(_ format: TrackFormat, isForced: Bool) {
            switch format {
            case .csv: csv = CSVTrackReader(isForced: isForced)
            case .gpx: gpx = GPXTrackReader()
            case .geojson, .json: json = JSONTrackReader()
            }
        }

        /// Parses the next bytes of the document; the last ones with `isLast`.
        mutating func consume(
            _ bytes: UnsafeBufferPointer<UInt8>,
            isLast: Bool,
            _ intake: inout TrackIntake,
            into batch: inout [TrackFix]
        ) throws(InterchangeError) {
            if csv != nil {
                try csv?.consume(bytes, isLast: isLast, &intake, into: &batch)
                return
            }
            var text: [UInt8] = []
            swap(&text, &self.text)
            text.removeAll(keepingCapacity: true)
            try decoder.decode(bytes, into: &text)
            if isLast { try decoder.finish(into: &text) }
            let result = text.withUnsafeBufferPointer { bytes in
                Result { () throws(InterchangeError) in
                    try gpx?.consume(bytes, isLast: isLast, &intake, into: &batch)
                    json?.consume(bytes, isLast: isLast, &intake, into: &batch)
                }
            }
            swap(&text, &self.text)
            try result.get()
        }
    }
}
