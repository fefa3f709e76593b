internal import CCurl

extension CurlHandle {
    /// Whether to resend the request, because it was sent on a reused connection that the server was closing.
    ///
    /// Over HTTP/1.1 libcurl resends by itself. Over HTTP/2 a server announces the end of a connection (GOAWAY; Node.js
    /// was seen to after 1,000 requests), and requests in flight then get no response. libcurl 7.88 fails such a
    /// request, or retries it on the same connection until it stops; about one request in a thousand was lost.
    func meetsOldConnection(_ code: CURLcode) -> Bool {
        guard !isRepeated, answer.isUntouched, refusal == nil, let submission, !submission.request.url.isPlainHTTP
        else {
            return false
        }
        switch code {
        case CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            var made = 0
            footfall_curl_get_long(easy, CURLINFO_NUM_CONNECTS, &made)
            return made == 0
        default: return false
        }
    }

    /// Prepares the request to be sent again, over a new connection.
    func prepareRepetition(timeout: Duration) throws {
        isRepeated = true
        errorBuffer.pointee = 0
        try set(CURLOPT_FRESH_CONNECT, 1)
        try set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds + 1)
    }
}
