internal import CCurl
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Sends requests over libcurl, each in its trust class.
///
/// Requests are not retried here, with one exception: when a reused connection turns out to be closed by the peer
/// before one byte of a response, the request is sent again over a new connection. A receiver that accepts a request
/// and closes without a response can thus get it twice; it must deduplicate by the event's identifier anyway.
package final class CurlTransport: HTTPSending {
    private struct Loops {
        var restricted: CurlLoop?
        var unrestricted: CurlLoop?
        var isShutDown = false
    }

    private let options: TransportOptions
    private let loops: Mutex<Loops>
    private let lastID = Atomic<UInt64>(0)

    /// Creates a transport and starts its thread; a second thread is started when a request needs it.
    ///
    /// Throws ``HTTPTransportError`` with ``HTTPTransportError/Code/system`` when a file or proxy in the settings can't
    /// be used, or the system has no thread or descriptor left.
    package init(_ options: TransportOptions = TransportOptions()) throws {
        try options.check()
        guard Self.isLibraryReady else {
            throw HTTPTransportError(.system, "libcurl can't be started: check that it is installed with TLS")
        }
        self.options = options
        loops = Mutex(Loops(restricted: try CurlLoop(options, checksAddresses: true)))
    }

    deinit { shutDown() }

    /// Sends a request and waits for its outcome.
    ///
    /// Cancelling the task ends the exchange with ``HTTPTransportError/Code/cancelled``. Safe to call from any number
    /// of tasks concurrently.
    package func send(_ request: HTTPRequest) async -> HTTPExchange {
        let start = ContinuousClock.now
        let result = await outcome(of: request, from: start)
        return HTTPExchange(result: result, duration: .now - start)
    }

    /// Sends a request and blocks the calling thread until the outcome is known.
    ///
    /// For a dedicated thread of a sequential program, such as a simulated phone. It must not be called from a task,
    /// because it would block a thread of the shared pool.
    package func sendHoldingThread(_ request: HTTPRequest) -> HTTPExchange {
        let start = ContinuousClock.now
        let way: (loop: CurlLoop, id: UInt64)
        do {
            way = try self.way(for: request)
        } catch {
            return HTTPExchange(result: .failure(error), duration: .now - start)
        }
        let isDone = DispatchSemaphore(value: 0)
        let box = Mutex<Submission.Outcome?>(nil)
        let deadline = start + min(request.timeout, .longest)
        way.loop.submit(
            Submission(id: way.id, request: request, deadline: deadline) { outcome in
                box.withLock { $0 = outcome }
                isDone.signal()
            }
        )
        isDone.wait()
        let outcome = box.withLock { $0 } ?? .failure(.system("receive a request"))
        return HTTPExchange(result: outcome, duration: .now - start)
    }

    /// Ends running exchanges with ``HTTPTransportError/Code/cancelled`` and waits for the threads to end.
    ///
    /// Later requests are cancelled at once. May be called more than once.
    package func shutDown() {
        let ending = loops.withLock { loops in
            loops.isShutDown = true
            return [loops.restricted, loops.unrestricted]
        }
        for loop in ending { loop?.stop() }
    }

    private func outcome(of request: HTTPRequest, from start: ContinuousClock.Instant) async -> Submission.Outcome {
        let way: (loop: CurlLoop, id: UInt64)
        do {
            way = try self.way(for: request)
        } catch {
            return .failure(error)
        }
        let (loop, id) = way
        let deadline = start + min(request.timeout, .longest)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                loop.submit(
                    Submission(id: id, request: request, deadline: deadline) { waiter.resume(returning: $0) }
                )
                // The cancellation handler may have run before the request was submitted.
                if Task.isCancelled { loop.cancel(id) }
            }
        } onCancel: {
            loop.cancel(id)
        }
    }

    private func way(for request: HTTPRequest) throws(HTTPTransportError) -> (loop: CurlLoop, id: UInt64) {
        if let violation = request.url.violation(of: request.access) { throw violation }
        do {
            return (try loop(for: request.access), lastID.add(1, ordering: .relaxed).newValue)
        } catch {
            throw error as? HTTPTransportError ?? .system("start a thread")
        }
    }

    private func loop(for access: NetworkAccess) throws -> CurlLoop {
        try loops.withLock { loops in
            guard !loops.isShutDown else {
                throw HTTPTransportError(.cancelled, "the transport is shut down: nothing can be sent any more")
            }
            guard access.allowsPrivateAddresses else {
                let loop = try loops.restricted ?? CurlLoop(options, checksAddresses: true)
                loops.restricted = loop
                return loop
            }
            let loop = try loops.unrestricted ?? CurlLoop(options, checksAddresses: false)
            loops.unrestricted = loop
            return loop
        }
    }

    /// libcurl must be initialised once in a program, before its first use.
    private static let isLibraryReady = curl_global_init(3) == CURLE_OK
}

/// A sender of HTTP requests: ``CurlTransport``, or a test double.
package protocol HTTPSending: Sendable {
    /// Sends a request and waits for its outcome.
    ///
    /// Cancelling the task ends the exchange with ``HTTPTransportError/Code/cancelled``.
    func send(_ request: HTTPRequest) async -> HTTPExchange
}
