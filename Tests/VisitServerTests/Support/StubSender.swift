import HTTPTransport
import Synchronization

/// Answers every request alike, and keeps what was sent.
final class StubSender: HTTPSending {
    private let status: Int
    private let sent = Mutex<[HTTPRequest]>([])

    init(status: Int) { self.status = status }

    var requests: [HTTPRequest] { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) async -> HTTPExchange {
        sent.withLock { $0.append(request) }
        return HTTPExchange(result: .success(HTTPResponse(status: status)), duration: .milliseconds(3))
    }
}
