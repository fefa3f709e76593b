internal import CCurl
internal import Glibc

/// libcurl's multi handle with the epoll set that watches its sockets; used by one thread.
///
/// Only sockets with events are processed, so that thousands of stalled transfers cost nothing.
final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    private let epoll: Int32
    private let inbox: Int32
    /// When libcurl's next timer expires, if one is set.
    private var due: ContinuousClock.Instant?
    private var events = [epoll_event](repeating: epoll_event(), count: 256)

    /// Creates an empty handle that also watches an inbox's descriptor.
    init(inbox: Int32, maximumConnections: Int) throws {
        guard let multi = curl_multi_init() else { throw HTTPTransportError(.system, "libcurl has no memory") }
        self.multi = multi
        self.inbox = inbox
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw HTTPTransportError.system("make a descriptor") }
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.fd = inbox
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, inbox, &event) == 0 else {
            throw HTTPTransportError.system("watch a descriptor")
        }
        try setUp(maximumConnections)
    }

    deinit {
        // Closes the idle connections, with a callback for each.
        curl_multi_cleanup(multi)
        if epoll >= 0 { close(epoll) }
    }

    func add(_ handle: CurlHandle) throws { try check(curl_multi_add_handle(multi, handle.easy)) }

    func remove(_ handle: CurlHandle) { curl_multi_remove_handle(multi, handle.easy) }

    /// Waits for events and lets libcurl process them; returns whether the inbox has content.
    ///
    /// Without `longest` the wait has no limit.
    func wait(atMost longest: Duration?) -> Bool {
        var wait = longest
        if let due {
            let left = max(.zero, due - .now)
            wait = min(left, longest ?? left)
        }
        // Rounded up: a wait that ends too early would be repeated until the timer expires.
        let milliseconds = wait.map { $0 == .zero ? 0 : min($0.curlMilliseconds, 60_000) + 1 } ?? -1
        let count = epoll_wait(epoll, &events, Int32(events.count), Int32(milliseconds))
        var hasMessages = false
        for event in events.prefix(Int(max(0, count))) {
            let socket = event.data.fd
            if socket == inbox {
                hasMessages = true
            } else {
                act(socket, Self.mask(of: event.events))
            }
        }
        return hasMessages
    }

    func runTimers() {
        while let due, due <= .now {
            self.due = nil
            act(CURL_SOCKET_BAD, 0)
        }
    }

    /// The next finished transfer, or `nil` when there are no more.
    func nextEnd() -> (handle: CurlHandle, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var own: UnsafeMutableRawPointer?
            footfall_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &own)
            if let handle = CurlHandle.at(own) { return (handle, message.pointee.data.result) }
        }
        return nil
    }

    private func act(_ socket: Int32, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
    }

    private static func mask(of events: UInt32) -> Int32 {
        var mask: Int32 = 0
        if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { mask |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { mask |= CURL_CSELECT_OUT }
        if events & EPOLLERR.rawValue != 0 { mask |= CURL_CSELECT_ERR }
        return mask
    }

    private func setUp(_ maximumConnections: Int) throws {
        let own = Unmanaged.passUnretained(self).toOpaque()
        try check(footfall_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)))
        try check(footfall_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maximumConnections))
        try check(footfall_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, own))
        try check(footfall_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, own))
        try check(
            footfall_curl_multi_set_socket(multi, CURLMOPT_SOCKETFUNCTION) { _, socket, what, own, _ in
                CurlMulti.at(own)?.watch(socket, what)
                return 0
            }
        )
        try check(
            footfall_curl_multi_set_timer(multi, CURLMOPT_TIMERFUNCTION) { _, milliseconds, own in
                CurlMulti.at(own)?.due = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            }
        )
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        var event = epoll_event()
        event.data.fd = socket
        if what & CURL_POLL_IN != 0 { event.events |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { event.events |= EPOLLOUT.rawValue }
        guard what != CURL_POLL_REMOVE else {
            epoll_ctl(epoll, EPOLL_CTL_DEL, socket, &event)
            return
        }
        if epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) != 0 && errno == EEXIST {
            epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event)
        }
    }

    private func check(_ code: CURLMcode) throws {
        guard code == CURLM_OK else {
            throw HTTPTransportError(
                .system,
                "libcurl rejects a request: see the cause",
                cause: LibraryFault(code: code)
            )
        }
    }

    private static func at(_ own: UnsafeMutableRawPointer?) -> CurlMulti? {
        own.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
    }
}
