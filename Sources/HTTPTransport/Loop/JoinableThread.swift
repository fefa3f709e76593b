internal import Glibc

/// A thread that its owner joins.
///
/// It blocks all signals, which belong to the program's other threads. This matters for SIGPIPE, because OpenSSL writes
/// to sockets without a way to suppress it.
struct JoinableThread: Sendable {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    init(_ body: sending @escaping () -> Void) throws {
        var everything = sigset_t()
        var before = sigset_t()
        sigfillset(&everything)
        pthread_sigmask(SIG_SETMASK, &everything, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let boxed = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            boxed.toOpaque()
        )
        guard code == 0 else {
            boxed.release()
            throw HTTPTransportError.system("start a thread", number: code)
        }
        self.thread = thread
    }

    /// Must be called at most once.
    func join() { pthread_join(thread, nil) }
}
