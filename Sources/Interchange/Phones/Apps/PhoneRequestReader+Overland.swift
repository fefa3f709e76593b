internal import VisitModel

extension PhoneRequestReader {
    /// Parses a body of Overland, which can be configured to send OwnTracks' object instead of its own.
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
            begin(request.body, FlatElements(.overland), &phone)
        }
    }
}
