extension RadarStatus {
    /// What the status code of an answer means to Radar's SDKs.
    ///
    /// Source: Radar SDK for iOS, RadarAPIHelper. It takes redirections for a success too; here they are none, for nothing
    /// was taken by whoever sends elsewhere.
    ///
    /// - Parameter code: the status code.
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
