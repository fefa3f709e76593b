internal import VisitModel

extension PhoneRequestReader {
    /// Parses a body of Overland, which can be configured to send OwnTracks' object instead of its own.
    mutating func readOverland(_ request: PhoneRequest, _ phone: inout PhoneIntake) {
        if PhoneRequest.isOwnTracksObject(request.body) {
            readOwnTracks(request, &phone)
        } else {
            begin(request.body, FlatElements(.overland), &phone)
        }
    }
}
