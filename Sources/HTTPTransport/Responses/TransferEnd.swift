internal import CCurl

/// The end of a transfer: libcurl's result code and what our callbacks recorded.
struct TransferEnd {
    let code: CURLcode
    /// libcurl's error text; may be empty.
    let text: String
    /// The first address that was refused, and the reason.
    let refusal: HTTPTransportError?
    let answer: ResponseReader
    let host: String

    var result: Result<HTTPResponse, HTTPTransportError> {
        switch (code, answer.stop) {
        case (CURLE_OK, _), (_, .longBody):
            guard let response = answer.response else {
                return failure(
                    .badAnswer,
                    "\(host) responded without a status",
                    "check that a web server listens there"
                )
            }
            return .success(response)
        case (_, .endlessHeaders),
            // libcurl before 8.6 reports a single header beyond 100 kB as out of memory.
            (CURLE_OUT_OF_MEMORY, _) where answer.hasBegun:
            return failure(.badAnswer, "\(host) sent endless headers", "check which server listens there")
        default: return answer.response.map(broken) ?? failed
        }
    }

    /// The error for a failure after the headers were complete.
    private func broken(_ response: HTTPResponse) -> Result<HTTPResponse, HTTPTransportError> {
        guard code != CURLE_OPERATION_TIMEDOUT else {
            return failure(
                .timedOut,
                "\(host) began to respond with \(response.status) and did not finish in time",
                "let it respond at once and process afterwards"
            )
        }
        return failure(
            .incompleteAnswer,
            "the response of \(host) with \(response.status) was cut off",
            "check what closes its connections"
        )
    }

    private var failed: Result<HTTPResponse, HTTPTransportError> {
        if let refusal { return .failure(refusal) }
        return switch code {
        case CURLE_OPERATION_TIMEDOUT:
            failure(.timedOut, "\(host) did not respond in time", "let it respond at once and process afterwards")
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
            failure(.system, "the proxy can't be used for \(host)", "check its name and whether it runs")
        case CURLE_SSL_CACERT_BADFILE:
            failure(.system, "the file of trusted certificates can't be used", "check its content")
        case CURLE_COULDNT_RESOLVE_HOST:
            failure(.cannotResolve, "the name \(host) has no address", "check its spelling and the name server")
        case CURLE_COULDNT_CONNECT:
            failure(.cannotConnect, "there is no connection to \(host)", "check that a server listens at this port")
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            failure(.connectionLost, "\(host) closed the connection without a response", "check its log")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, Self.tooLarge:
            failure(.badAnswer, "the response of \(host) is not HTTP", "check that a web server listens at this port")
        case CURLE_URL_MALFORMAT: failure(.invalidURL, "\(host) can't be used in a URL", "check the URL")
        case CURLE_PEER_FAILED_VERIFICATION:
            failure(
                .tls,
                "the certificate of \(host) can't be trusted",
                "renew it, or have it issued for this name by a known authority"
            )
        case _ where Self.encryption.contains(code.rawValue):
            failure(.tls, "there is no encrypted connection to \(host)", "check its TLS settings; 1.2 is the least")
        default: failure(.system, "the request to \(host) could not be created", "see the cause")
        }
    }

    /// `CURLE_TOO_LARGE`, introduced in libcurl 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    private static let encryption: Set<UInt32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED,
        ].map(\.rawValue)
    )

    private func failure(
        _ code: HTTPTransportError.Code,
        _ what: String,
        _ advice: String
    ) -> Result<HTTPResponse, HTTPTransportError> {
        .failure(HTTPTransportError(code, "\(what): \(advice)", cause: LibraryFault(code: self.code, text: text)))
    }
}

/// A failure reported by libcurl.
struct LibraryFault: Error, CustomStringConvertible {
    let number: UInt32
    let text: String

    init(code: CURLcode, text: String = "") {
        number = code.rawValue
        self.text = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    }

    init(code: CURLMcode) {
        number = UInt32(bitPattern: code.rawValue)
        text = String(cString: curl_multi_strerror(code))
    }

    var description: String { "libcurl \(number): \(text)" }
}
