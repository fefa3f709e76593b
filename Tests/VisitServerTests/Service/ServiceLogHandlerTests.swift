import Logging
import Synchronization
import Testing
import VisitModel

@testable import VisitServer

@Suite("The service's log")
struct ServiceLogHandlerTests {
    /// Records every message with its metadata.
    private struct Recorder: LogHandler {
        final class Lines: Sendable {
            let text = Mutex<[String]>([])
        }

        let lines: Lines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let pairs = all.map { "\($0.key)=\($0.value)" }.sorted()
            lines.text.withLock { $0.append("\(event.level) \(event.message) \(pairs.joined(separator: " "))") }
        }
    }

    @Test("A message has the metadata of its own logger, and only messages of the level are written")
    func metadata() {
        let lines = Recorder.Lines()
        let logger = Logger(label: "test") { _ in ServiceLogHandler(to: Recorder(lines: lines)) }
        var request = logger
        request[metadataKey: "request"] = "7"
        request.info("answered", metadata: ["route": "/health"])
        request.debug("not written")
        logger.notice("stopped")
        request.logLevel = .debug
        request.debug("written")
        #expect(
            lines.text.withLock { $0 } == [
                "info answered request=7 route=/health", "notice stopped ", "debug written request=7",
            ]
        )
    }
    @Test("A log in JSON has one object a line, whatever the texts are")
    func json() {
        let lines = Recorder.Lines()
        let time = Timestamp(milliseconds: 1709979072345)
        var logger = Logger(label: "test") { _ in
            ServiceLogHandler(
                to: JSONLogHandler(now: { time }) { bytes in
                    lines.text.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                }
            )
        }
        logger.notice("listening")
        logger[metadataKey: "request"] = "7"
        logger.warning("a \"quoted\"\nline", metadata: ["error": "\u{1B}[2J", "app": "ünknown"])
        #expect(
            lines.text.withLock { $0 } == [
                #"{"time":"2024-03-09T10:11:12.345Z","level":"notice","message":"listening"}"# + "\n",
                #"{"time":"2024-03-09T10:11:12.345Z","level":"warning","message":"a \"quoted\"\nline","#
                    + #""metadata":{"app":"ünknown","error":"\u001b[2J","request":"7"}}"# + "\n",
            ]
        )
    }
}
