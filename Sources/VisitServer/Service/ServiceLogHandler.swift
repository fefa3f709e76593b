package import Logging

/// A log whose metadata is passed on with the message that it belongs to.
///
/// `StreamLogHandler` formats the metadata whenever a value is set. Every request sets one, its id, and few log anything.
package struct ServiceLogHandler: LogHandler {
    private let output: any LogHandler
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// Makes a log with the level of its output.
    package init(to output: any LogHandler) {
        self.output = output
        self.logLevel = output.logLevel
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var output = output
        output.metadata = metadata
        output.metadataProvider = metadataProvider
        output.log(event: event)
    }
}
