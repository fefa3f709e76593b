internal import CCurl
internal import Glibc

/// A reusable libcurl easy handle, which carries one request at a time; used by one thread.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private let checksAddresses: Bool
    private(set) var submission: Submission?
    /// The response so far; filled by libcurl's callbacks.
    private var answer: ResponseReader
    /// Why the first socket was not opened: a refused address, or no descriptor left; no further one is opened then.
    private var refusal: HTTPTransportError?
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let keptBodyBytes: Int
    private var isRepeated = false

    init(_ options: TransportOptions, checksAddresses: Bool) throws {
        guard let easy = curl_easy_init() else {
            throw HTTPTransportError(.system, "libcurl has no memory for a request")
        }
        self.easy = easy
        self.checksAddresses = checksAddresses && options.proxy == nil
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        keptBodyBytes = options.keptBodyBytes
        answer = ResponseReader(keptBodyBytes: keptBodyBytes)
        try setUp(options)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    func prepare(_ submission: Submission, timeout: Duration) throws {
        self.submission = submission
        answer = ResponseReader(keptBodyBytes: keptBodyBytes)
        refusal = nil
        errorText.pointee = 0
        isRepeated = false
        try set(CURLOPT_FRESH_CONNECT, 0)
        let request = submission.request
        try set(CURLOPT_URL, request.url.text)
        try set(CURLOPT_PROTOCOLS_STR, request.access.allowsPlainHTTP ? "http,https" : "https")
        // Waiting for another request's connection to become a multiplexed one is useful only over TLS.
        try set(CURLOPT_PIPEWAIT, request.url.isPlainHTTP ? 0 : 1)
        // Rounded up, so that a request does not end before its deadline.
        try set(CURLOPT_TIMEOUT_MS, timeout.curlMilliseconds + 1)
        // POST is the handle's default and needs no custom method.
        try set(CURLOPT_CUSTOMREQUEST, request.method == .post ? nil : request.method.rawValue)
        try setBody(request.body)
        try setHeaders(request.headers)
    }

    /// Releases the request, so that an idle handle does not retain its bytes.
    func release() {
        submission = nil
        footfall_curl_set_list(easy, CURLOPT_HTTPHEADER, nil)
        footfall_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, nil)
        curl_slist_free_all(headerList)
        headerList = nil
    }

    func end(_ code: CURLcode, host: String) -> TransferEnd {
        TransferEnd(code: code, text: String(cString: errorText), refusal: refusal, answer: answer, host: host)
    }

    private func setBody(_ body: [UInt8]) throws {
        try check(footfall_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        try body.withUnsafeBytes { bytes in
            // An empty array may have no address, and a null pointer would mean that there is no body to copy.
            let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
            try check(
                footfall_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start ?? UnsafeMutableRawPointer(errorText))
            )
        }
    }

    private func setHeaders(_ headers: [HTTPHeader]) throws {
        var hasType = false
        for header in headers where !header.name.isEmpty && !header.isTransports {
            hasType = hasType || header.name.lowercased() == "content-type"
            // In libcurl's list a name with a colon and no value removes a header; a name with a semicolon sends an
            // empty one.
            try append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        if !hasType { try append("Content-Type:") }
        try append("Expect:")
        try check(footfall_curl_set_list(easy, CURLOPT_HTTPHEADER, headerList))
    }

    private func append(_ line: String) throws {
        guard let list = curl_slist_append(headerList, line) else {
            throw HTTPTransportError(.system, "libcurl has no memory for a header")
        }
        headerList = list
    }

    private func set(_ option: CURLoption, _ value: Int) throws {
        try check(footfall_curl_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String?) throws {
        try check(footfall_curl_set_text(easy, option, value))
    }

    private func check(_ code: CURLcode) throws {
        guard code == CURLE_OK else {
            throw HTTPTransportError(
                .system,
                "libcurl rejects a setting: use version 7.88 or newer with TLS",
                cause: LibraryFault(code: code)
            )
        }
    }
}

extension Duration {
    /// The longest timeout that libcurl accepts, rounded: 23 days.
    static let longest = Duration.seconds(2_000_000)

    /// Whole milliseconds, truncated, from 0 to ``longest``.
    var curlMilliseconds: Int {
        let bounded = max(.zero, min(self, Self.longest)).components
        return Int(bounded.seconds) * 1_000 + Int(bounded.attoseconds / 1_000_000_000_000_000)
    }
}

extension CurlHandle {
    /// Whether to resend the request, because it was sent on a reused connection that the server was closing.
    ///
    /// Over HTTP/1.1 libcurl resends by itself. Over HTTP/2 a server announces the end of a connection (GOAWAY; Node.js
    /// was seen to after 1,000 requests), and requests in flight then get no response. libcurl 7.88 fails such a
    /// request, or retries it on the same connection until it stops; about one request in a thousand was lost.
    func meetsOldConnection(_ code: CURLcode) -> Bool {
        guard !isRepeated, answer.isUntouched, refusal == nil, let submission, !submission.request.url.isPlainHTTP
        else { return false }
        switch code {
        case CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            var made = 0
            footfall_curl_get_long(easy, CURLINFO_NUM_CONNECTS, &made)
            return made == 0
        default: return false
        }
    }

    func prepareRepetition(timeout: Duration) throws {
        isRepeated = true
        errorText.pointee = 0
        try set(CURLOPT_FRESH_CONNECT, 1)
        try set(CURLOPT_TIMEOUT_MS, timeout.curlMilliseconds + 1)
    }
}

extension CurlHandle {
    /// Opens the socket for a connection to an address, unless the address is forbidden.
    ///
    /// libcurl connects to the very bytes that are checked here, so that no second name resolution can intervene (DNS
    /// rebinding). After a refusal no more sockets are opened for the request: a name with a public and a private
    /// address is refused as soon as libcurl tries the private one.
    private func openSocket(to target: curl_sockaddr, at address: UnsafeRawPointer?) -> curl_socket_t {
        guard refusal == nil else { return CURL_SOCKET_BAD }
        guard
            let address, target.socktype == Int32(SOCK_STREAM.rawValue),
            let ip = IPAddress(socketAddress: address, byteCount: Int(target.addrlen))
        else {
            refusal = HTTPTransportError(
                .refusedAddress,
                "the host has an address that is not IPv4 or IPv6: use another host"
            )
            return CURL_SOCKET_BAD
        }
        if checksAddresses, let range = AddressRules.refusal(of: ip) {
            refusal = .refused(ip, in: range)
            return CURL_SOCKET_BAD
        }
        let opened = socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
        if opened < 0, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
            // libcurl would only report a failed connection, as if the host were to blame.
            refusal = HTTPTransportError(
                .system,
                """
                this machine has no descriptor or memory left for a connection: raise `ulimit -n`, or send fewer \
                requests at once
                """
            )
        }
        return opened
    }
}

extension CurlHandle {
    /// Applies the settings that all requests share.
    private func setUp(_ options: TransportOptions) throws {
        try check(footfall_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_POST, 1)
        try set(CURLOPT_USERAGENT, options.userAgent)
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, options.connectTimeout.curlMilliseconds))
        // HTTP/2 over TLS where the server supports it; never without TLS.
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try set(CURLOPT_TCP_NODELAY, 1)
        try set(CURLOPT_MAXAGE_CONN, max(1, Int(options.longestIdle.components.seconds)))
        try set(CURLOPT_MAXLIFETIME_CONN, max(1, Int(options.longestConnection.components.seconds)))
        // Without it, ending a request during name resolution blocks this thread until the name server responds.
        try set(CURLOPT_QUICK_EXIT, 1)
        try setUpLimits(options)
        try setUpEncryption(options)
        try setUpCallbacks()
    }

    /// Some of these are libcurl's defaults today, and are set explicitly all the same.
    private func setUpLimits(_ options: TransportOptions) throws {
        try set(CURLOPT_PROXY, options.proxy ?? "")
        try set(CURLOPT_NOPROXY, options.proxy == nil ? "*" : "")
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_MAXREDIRS, 0)
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_NETRC, 0)
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        // The body is kept as received; we never decompress it.
        try set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    }

    private func setUpEncryption(_ options: TransportOptions) throws {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = options.certificateAuthorityFile {
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_CAPATH, nil)
        }
    }

    private func setUpCallbacks() throws {
        let own = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA] {
            try check(footfall_curl_set_pointer(easy, option, own))
        }
        try check(
            footfall_curl_set_write(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, own in
                guard let handle = CurlHandle.at(own) else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return handle.answer.append(headerLine: line) ? line.count : 0
            }
        )
        try check(
            footfall_curl_set_write(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, own in
                guard let handle = CurlHandle.at(own) else { return 0 }
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return handle.answer.append(body: piece) ? piece.count : 0
            }
        )
        try check(
            footfall_curl_set_open_socket(easy, CURLOPT_OPENSOCKETFUNCTION) { own, _, address in
                guard let handle = CurlHandle.at(own), let address else { return CURL_SOCKET_BAD }
                return handle.openSocket(to: address.pointee, at: footfall_curl_address(address))
            }
        )
    }

    /// The handle behind the user-data pointer of a libcurl callback.
    static func at(_ own: UnsafeMutableRawPointer?) -> CurlHandle? {
        own.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
    }
}
