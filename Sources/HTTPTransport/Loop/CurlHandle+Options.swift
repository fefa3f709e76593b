internal import CCurl

extension CurlHandle {
    /// Applies the settings that all requests share.
    func setUp(_ options: TransportOptions) throws {
        try check(footfall_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_POST, 1)
        try set(CURLOPT_USERAGENT, options.userAgent)
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, options.connectTimeout.wholeMilliseconds))
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

    /// Applies the restrictions of a request.
    ///
    /// Some are libcurl's defaults today, and are set explicitly all the same.
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
