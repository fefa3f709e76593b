internal import TrackingModel

/// One request to the server with one or more records.
public struct RadarUpload: Hashable, Sendable, Codable, Identifiable {
    /// The request's number on this device, by which its answer is told.
    public let id: Int
    /// What is asked.
    public let kind: Kind
    /// What it carries: one record, or the records of a replay with the newest last.
    public let records: [RadarTrackRecord]

    /// What is asked of the server.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// `POST /v1/track`: one update.
        case track
        /// `POST /v1/track/replay`: the updates that failed and the one that has just come.
        case replay
    }

    /// Takes a record, or several with the one that has just come at the end.
    init(id: Int, kind: Kind, records: [RadarTrackRecord]) {
        self.id = id
        self.kind = kind
        self.records = records
    }

    /// The record that made the request come.
    var newest: RadarTrackRecord? { records.last }
}
