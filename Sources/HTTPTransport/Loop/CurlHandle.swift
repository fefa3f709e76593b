internal import CCurl

/// A reusable libcurl easy handle, which carries one request at a time; used by one thread.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    let checksAddresses: Bool
    /// The current request.
    private(set) var submission: Submission?
    /// The response so far; filled by libcurl's callbacks.
    var answer: AnswerReader
    /// The first refusal of an address; after it no socket is opened for the request.
    var refusal: HTTPTransportError?
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let keptBodyBytes: Int
    var isRepeated = false

    init(_ options: TransportOptions, checksAddresses: Bool) throws {
        guard let easy = curl_easy_init() else {
            throw HTTPTransportError(.system, "libcurl has no memory for a request")
        }
        self.easy = easy
        self.checksAddresses = checksAddresses && options.proxy == nil
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        keptBodyBytes = options.keptBodyBytes
        answer = AnswerReader(keptBodyBytes: keptBodyBytes)
        try setUp(options)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    /// Configures the handle for a request.
    func prepare(_ submission: Submission, timeout: Duration) throws {
        self.submission = submission
        answer = AnswerReader(keptBodyBytes: keptBodyBytes)
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
        try set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds + 1)
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

    /// The end of the transfer, for the outcome.
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
        if !hasType {
            try append("Content-Type:")
        }
        try append("Expect:")
        try check(footfall_curl_set_list(easy, CURLOPT_HTTPHEADER, headerList))
    }

    private func append(_ line: String) throws {
        guard let list = curl_slist_append(headerList, line) else {
            throw HTTPTransportError(.system, "libcurl has no memory for a header")
        }
        headerList = list
    }

    func set(_ option: CURLoption, _ value: Int) throws {
        try check(footfall_curl_set_long(easy, option, value))
    }

    func set(_ option: CURLoption, _ value: String?) throws {
        try check(footfall_curl_set_text(easy, option, value))
    }

    func check(_ code: CURLcode) throws {
        guard code == CURLE_OK else {
            throw HTTPTransportError(
                .system,
                "libcurl rejects a setting: use version 7.88 or newer with TLS",
                cause: LibraryFault(code: code)
            )
        }
    }

    var errorBuffer: UnsafeMutablePointer<CChar> { errorText }
}

extension Duration {
    /// The longest timeout that libcurl accepts, rounded: 23 days.
    static let longest = Duration.seconds(2_000_000)

    /// Whole milliseconds, truncated, from 0 to ``longest``.
    var wholeMilliseconds: Int {
        let bounded = max(.zero, min(self, Self.longest)).components
        return Int(bounded.seconds) * 1_000 + Int(bounded.attoseconds / 1_000_000_000_000_000)
    }
}
