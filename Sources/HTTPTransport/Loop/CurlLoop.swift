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
