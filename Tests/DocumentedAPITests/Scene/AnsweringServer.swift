import DocumentedAPI
import Synchronization

/// A server that answers every request at once: with 200, or as a test says.
final class AnsweringServer: UploadTransport {
    private struct Content: Sendable {
        var requests: [TransportRequest] = []
        var answer: @Sendable (TransportRequest) -> (status: Int, body: String) = { _ in
            (200, #"{"meta":{"code":200},"events":[],"user":{"_id":"u"}}"#)
        }
    }

    private let content = Mutex(Content())

    var requests: [TransportRequest] { content.withLock(\.requests) }

    /// The number of records in all requests of `BGGeo`.
    var recordCount: Int { requests.map { $0.text.split(separator: "\"uuid\":").dropFirst().count }.reduce(0, +) }

    /// Sets the answers from now on.
    func answer(_ answer: @escaping @Sendable (TransportRequest) -> (status: Int, body: String)) {
        content.withLock { $0.answer = answer }
    }

    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
        let reply = content.withLock { content in
            content.requests.append(request)
            return content.answer
        }
        let (status, body) = reply(request)
        answer(.response(status: status, body: Array(body.utf8)))
    }
}

extension TransportRequest {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
