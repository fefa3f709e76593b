internal import TrackingModel
/// A stored record, kept until a server has accepted it.
public struct UploadRecord: Hashable, Sendable, Codable {
    /// The identifier by which it is deleted or unlocked, and by which a server deduplicates.
    public let uuid: String
    /// The record as `RecordWriting` encoded it: one JSON value in UTF-8.
    public let json: [UInt8]

    /// Creates a record from its identifier and one JSON value in UTF-8.
    public init(uuid: String, json: [UInt8]) {
        self.uuid = uuid
        self.json = json
    }
}
