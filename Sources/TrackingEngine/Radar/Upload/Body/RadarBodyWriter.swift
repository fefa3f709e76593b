import VisitModel

/// Writes the bodies of Radar's requests.
///
/// What hardly ever changes is written once and kept as bytes: the installation's part, and the options in force, whose
/// document is half of a body. So a record costs little more than its own numbers.
///
/// ```swift
/// var writer = RadarBodyWriter()
/// let body = writer.body(of: upload, from: installation)
/// ```
public struct RadarBodyWriter: Sendable {
    private var installation: RadarInstallation?
    private var installationBytes: [UInt8] = []
    private var options: RadarTrackingOptions?
    private var optionsBytes: [UInt8] = []

    /// Makes a writer that has written nothing yet.
    public init() {}

    /// Writes the body of a request.
    ///
    /// - Parameters:
    ///   - upload: the request. One of the kind `track` has one record and is the record's object; one of the kind
    ///     `replay` is `{"replays":[…]}` with an object for each.
    ///   - installation: what belongs to the installation, which every object has.
    /// - Returns: JSON in UTF-8.
    public mutating func body(of upload: RadarUpload, from installation: RadarInstallation) -> [UInt8] {
        write(installation)
        var json = JSONBytes()
        json.reserve(upload.records.count * (installationBytes.count + optionsBytes.count + 600) + 20)
        switch upload.kind {
        case .track:
            if let record = upload.newest {
                write(record, to: &json)
            }
        case .replay:
            json.openObject()
            json.openList("replays")
            for record in upload.records {
                write(record, to: &json)
            }
            json.closeList()
            json.closeObject()
        }
        return json.bytes
    }

    private mutating func write(_ record: RadarTrackRecord, to json: inout JSONBytes) {
        json.openObject()
        json.members(verbatim: installationBytes)
        json.members(of: record)
        if options != record.options {
            options = record.options
            optionsBytes = Array(record.options.json().utf8)
        }
        json.key("trackingOptions")
        json.verbatim(optionsBytes)
        json.member("usingRemoteTrackingOptions", record.usesRemoteOptions)
        json.closeObject()
    }

    private mutating func write(_ installation: RadarInstallation) {
        guard self.installation != installation else { return }
        self.installation = installation
        var json = JSONBytes()
        json.members(of: installation)
        installationBytes = json.bytes
    }
}
