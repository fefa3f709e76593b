import MobileSDK
import MobileSDKCore
import Synchronization

/// The server of a scene: takes what the app sends, and answers as its script says.
final class ScriptedServer: UploadTransport {
    /// How it answers a request.
    enum Reply: Sendable {
        /// At once, before `send` returns.
        case answer(Int, String = "")
        /// When the scene says so (`release()`), with this status.
        case later(Int, String = "")
        /// It takes the request, and the answer is lost.
        case lost
        /// The request does not reach it.
        case unreachable
    }

    private struct Content: Sendable {
        var requests: [TransportRequest] = []
        var taken: [TransportRequest] = []
        var held: [@Sendable () -> Void] = []
        var script: @Sendable (TransportRequest) -> Reply = { _ in .answer(200) }
    }

    private let content = Mutex(Content())

    /// Everything that was sent.
    var requests: [TransportRequest] { content.withLock(\.requests) }
    /// What it has taken: what was answered with success, or its answer lost.
    var taken: [TransportRequest] { content.withLock(\.taken) }
    /// The names of the records that it has, in the order in which they came, repeats among them.
    var names: [String] { taken.flatMap(\.names) }

    /// Says how requests are answered from now on.
    func script(_ script: @escaping @Sendable (TransportRequest) -> Reply) {
        content.withLock { $0.script = script }
    }

    /// Answers everything that waits for an answer.
    func release() {
        let held = content.withLock { content in
            defer { content.held = [] }
            return content.held
        }
        for answer in held { answer() }
    }

    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void) {
        let script = content.withLock { content in
            content.requests.append(request)
            return content.script
        }
        switch script(request) {
        case .answer(let status, let body):
            note(request, status)
            answer(.response(status: status, body: Array(body.utf8)))
        case .later(let status, let body):
            content.withLock {
                $0.held.append { [weak self] in
                    self?.note(request, status)
                    answer(.response(status: status, body: Array(body.utf8)))
                }
            }
        case .lost: note(request, 200)
        case .unreachable: answer(.failure("no route to the server"))
        }
    }

    private func note(_ request: TransportRequest, _ status: Int) {
        guard 200...299 ~= status else { return }
        content.withLock { $0.taken.append(request) }
    }
}

extension TransportRequest {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The names of the records in it.
    var names: [String] {
        text.split(separator: "\"uuid\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
}
