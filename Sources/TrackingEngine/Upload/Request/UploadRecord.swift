internal import TrackingModel

/// A stored record: what a store keeps until a server has taken it.
public struct UploadRecord: Hashable, Sendable, Codable {
    /// Its name, by which it is deleted or unlocked, and by which a server drops what it has already.
    public let uuid: String
    /// The record as `RecordWriting` wrote it: one JSON value in UTF-8.
    public let json: [UInt8]

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - uuid: its name.
    ///   - json: one JSON value in UTF-8.
    public init(uuid: String, json: [UInt8]) {
        self.uuid = uuid
        self.json = json
    }
}
