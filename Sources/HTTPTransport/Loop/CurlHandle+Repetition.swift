internal import CCurl

extension CurlHandle {
    /// Whether the request is to be sent once more, because it met the end of a connection that others had used before.
    ///
    /// Over HTTP/1.1 libcurl does that by itself. Over HTTP/2 a server announces the end of a connection (GOAWAY;
    /// Node.js was seen to after 1,000 requests), and what is on its way then is not answered. libcurl 7.88 fails it, or
    /// tries the same connection again until it gives up; about one request in a thousand was lost.
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

    /// Makes the request ready to be sent again, over a connection of its own.
    func prepareRepetition(timeout: Duration) throws {
        isRepeated = true
        errorBuffer.pointee = 0
        try set(CURLOPT_FRESH_CONNECT, 1)
        try set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds + 1)
    }
}
