internal import TrackingModel
internal import VisitModel
internal import WireJSON
/// Writes the bodies of Radar's requests.
///
/// Parts that hardly ever change are written once and cached as bytes: the installation's part
/// (`RadarWrittenInstallation`), and the effective options, whose document is half of a body. So writing a record
/// costs little more than formatting its own numbers.
///
/// ```swift
/// var writer = RadarBodyWriter()
/// let body = writer.body(of: upload, from: RadarWrittenInstallation(installation))
/// ```
public struct RadarBodyWriter: Sendable {
    private var options: RadarTrackingOptions?
    private var optionsBytes: [UInt8] = []

    /// Creates a writer with an empty cache.
    public init() {}

    /// Writes the body of a request as JSON in UTF-8.
    ///
    /// For the kind `track` it is the object of the single record; for `replay` it is `{"replays":[…]}` with an object
    /// for each. Every object contains the members of the installation.
    public mutating func body(of upload: RadarUpload, from installation: RadarWrittenInstallation) -> [UInt8] {
        var json = JSONBytes()
        json.reserve(upload.records.count * (installation.json.count + optionsBytes.count + 600) + 20)
        switch upload.kind {
        case .track:
            if let record = upload.newest { write(record, from: installation, to: &json) }
        case .replay:
            json.openObject()
            json.openList("replays")
            for record in upload.records { write(record, from: installation, to: &json) }
            json.closeList()
            json.closeObject()
        }
        return json.bytes
    }

    private mutating func write(
        _ record: RadarTrackRecord,
        from installation: RadarWrittenInstallation,
        to json: inout JSONBytes
    ) {
        json.openObject()
        json.members(verbatim: installation.json)
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
}

/// The encoded members of an installation, which every object of a body contains.
public struct RadarWrittenInstallation: Sendable {
    /// The members, without the surrounding braces.
    let json: [UInt8]

    /// Encodes an installation.
    public init(_ installation: RadarInstallation) {
        var json = JSONBytes()
        json.members(of: installation)
        self.json = json.bytes
    }
}
