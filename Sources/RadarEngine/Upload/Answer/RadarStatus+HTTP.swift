extension RadarStatus {
    /// The status that Radar's SDKs derive from an HTTP status code.
    ///
    /// Source: Radar SDK for iOS, RadarAPIHelper. The SDK treats a redirection as a success; here it is not, because a
    /// server that redirects has not accepted anything.
    public init(httpCode code: Int) {
        self =
            switch code {
            case 200..<300: .success
            case 400: .errorBadRequest
            case 401: .errorUnauthorized
            case 402: .errorPaymentRequired
            case 403: .errorForbidden
            case 404: .errorNotFound
            case 429: .errorRateLimit
            case 500..<600: .errorServer
            default: .errorUnknown
            }
    }
}
