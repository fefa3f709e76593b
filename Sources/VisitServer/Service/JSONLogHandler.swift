package import Logging
package import VisitModel
internal import WireJSON

/// A log of one JSON object a line, for programs that collect logs.
///
/// The members are `time` (ISO 8601, UTC), `level`, `message` and, where there is any, `metadata`, an object of texts in
/// the order of their keys.
package struct JSONLogHandler: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable ([UInt8]) -> Void

    /// `write` gets whole lines, from any thread.
    package init(now: @escaping @Sendable () -> Timestamp, write: @escaping @Sendable ([UInt8]) -> Void) {
        (self.now, self.write) = (now, write)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        var line = JSONBytes()
        line.openObject()
        line.member("time", now().iso8601(showsZeroMilliseconds: true))
        line.member("level", event.level.rawValue)
        line.member("message", event.message.description)
        if !all.isEmpty {
            line.openObject("metadata")
            for (key, value) in all.sorted(by: { $0.key < $1.key }) {
                line.key(key)
                line.text("\(value)")
            }
            line.closeObject()
        }
        line.closeObject()
        write(line.bytes + [UInt8(ascii: "\n")])
    }
}
