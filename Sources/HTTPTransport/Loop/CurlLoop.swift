internal import Synchronization

/// A thread that sends the requests of one trust class over its own connections.
///
/// Connections are kept for later requests, and a kept one is not checked again. So requests that may reach private
/// addresses and those that may not never share a loop.
final class CurlLoop: Sendable {
    private let inbox: LoopInbox
    private let thread: Mutex<JoinableThread?>

    init(_ options: TransportOptions, checksAddresses: Bool) throws {
        let inbox = try LoopInbox()
        let run = try LoopRun(options, checksAddresses: checksAddresses, inbox: inbox)
        self.inbox = inbox
        thread = Mutex(try JoinableThread { run.run() })
    }

    deinit {
        stop()
    }

    func submit(_ submission: Submission) { inbox.submit(submission) }

    func cancel(_ id: UInt64) { inbox.cancel(id) }

    /// Ends running requests and waits for the end of the thread; concurrent callers wait as well.
    func stop() {
        inbox.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}

/// A request on its way to the loop's thread, with its completion handler.
struct Submission: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPTransportError>

    /// Unique within a transport.
    let id: UInt64
    let request: HTTPRequest
    /// When the exchange must have ended.
    let deadline: ContinuousClock.Instant
    /// Called once.
    let finish: @Sendable (Outcome) -> Void

    func cancel(_ message: String) {
        finish(.failure(HTTPTransportError(.cancelled, message)))
    }

    func expire() {
        let message =
            """
            the request to \(request.url.host) got no response in time: allow more time, or send fewer requests at \
            once
            """
        finish(.failure(HTTPTransportError(.timedOut, message)))
    }
}
