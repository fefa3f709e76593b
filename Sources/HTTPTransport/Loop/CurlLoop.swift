internal import Synchronization

/// A thread that sends requests of one class of trust over connections of its own.
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

    /// Ends what runs and waits for the thread's end; whoever calls it meanwhile waits as well.
    func stop() {
        inbox.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}
