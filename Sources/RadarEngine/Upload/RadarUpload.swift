internal import TrackingModel
/// One request to the server with one or more records.
public struct RadarUpload: Hashable, Sendable, Codable, Identifiable {
    /// The request's number on this device, which identifies its response.
    public let id: Int
    /// The kind of request.
    public let kind: Kind
    /// The single record, or the records of a replay with the newest last.
    public let records: [RadarTrackRecord]

    /// The kind of an upload request.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// `POST /v1/track`: one update.
        case track
        /// `POST /v1/track/replay`: the failed updates and the latest one.
        case replay
    }

    init(id: Int, kind: Kind, records: [RadarTrackRecord]) {
        self.id = id
        self.kind = kind
        self.records = records
    }

    /// The record that caused the request.
    var newest: RadarTrackRecord? { records.last }
}
