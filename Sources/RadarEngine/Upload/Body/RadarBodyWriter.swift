internal import TrackingModel
import WireJSON
import VisitModel

/// Writes the bodies of Radar's requests.
///
/// What hardly ever changes is written once and kept as bytes: the installation's part (`RadarWrittenInstallation`), and the
/// options in force, whose document is half of a body. So a record costs little more than its own numbers.
///
/// ```swift
/// var writer = RadarBodyWriter()
/// let body = writer.body(of: upload, from: RadarWrittenInstallation(installation))
/// ```
public struct RadarBodyWriter: Sendable {
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
    public mutating func body(of upload: RadarUpload, from installation: RadarWrittenInstallation) -> [UInt8] {
        var json = JSONBytes()
        json.reserve(upload.records.count * (installation.json.count + optionsBytes.count + 600) + 20)
        switch upload.kind {
        case .track:
            if let record = upload.newest {
                write(record, from: installation, to: &json)
            }
        case .replay:
            json.openObject()
            json.openList("replays")
            for record in upload.records {
                write(record, from: installation, to: &json)
            }
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

/// What every object of a body says of the installation, written once.
public struct RadarWrittenInstallation: Sendable {
    /// The members, without the object round them.
    let json: [UInt8]

    /// Writes it.
    ///
    /// - Parameter installation: what belongs to the installation.
    public init(_ installation: RadarInstallation) {
        var json = JSONBytes()
        json.members(of: installation)
        self.json = json.bytes
    }
}
