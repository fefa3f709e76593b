internal import CCurl
internal import Glibc
internal import Synchronization

/// The inbox by which other threads reach a loop's thread, with a descriptor that wakes it.
///
/// libcurl's own `curl_multi_wakeup` only ends libcurl's own wait, which inspects every transfer; the loop waits with
/// epoll.
final class LoopInbox: Sendable {
    struct Content: Sendable {
        var submitted: [Submission] = []
        var cancelled: [UInt64] = []
        var isClosed = false

        var isEmpty: Bool { submitted.isEmpty && cancelled.isEmpty && !isClosed }
    }

    /// Readable while the inbox has content.
    let descriptor: Int32
    private let content = Mutex(Content())

    init() throws {
        descriptor = footfall_curl_wake_descriptor()
        guard descriptor >= 0 else { throw HTTPTransportError.system("make a descriptor") }
    }

    deinit { Glibc.close(descriptor) }

    /// Submits a request, which is cancelled at once when the loop has ended.
    func submit(_ submission: Submission) {
        let isTaken = change { content in
            guard !content.isClosed else { return false }
            content.submitted.append(submission)
            return true
        }
        if !isTaken { submission.cancel("the transport is shut down: nothing can be sent any more") }
    }

    /// An unknown or finished request is ignored.
    func cancel(_ id: UInt64) { change { $0.cancelled.append(id) } }

    /// Signals the thread to end.
    func close() { change { $0.isClosed = true } }

    /// Removes and returns everything added since the last call.
    func removeAll() -> Content {
        var count: UInt64 = 0
        read(descriptor, &count, 8)
        return content.withLock { content in
            defer { content = Content(isClosed: content.isClosed) }
            return content
        }
    }

    /// Wakes the thread only when the inbox was empty before: one system call for a whole batch.
    @discardableResult
    private func change<Value: Sendable>(_ body: (inout Content) -> Value) -> Value {
        let (value, isNews) = content.withLock { content in
            let wasEmpty = content.isEmpty
            let value = body(&content)
            return (value, wasEmpty && !content.isEmpty)
        }
        if isNews {
            var one: UInt64 = 1
            write(descriptor, &one, 8)
        }
        return value
    }
}

extension HTTPTransportError {
    /// The error for a system call that has just failed.
    static func system(_ what: String, number: Int32 = errno) -> HTTPTransportError {
        HTTPTransportError(
            .system,
            "the system could not \(what) (\(String(cString: strerror(number)))): check its limits and memory"
        )
    }
}
