internal import VisitModel

extension ConfigOption {
    private static let httpOption = ConfigOptionGroup("http", \.http)

    static let http: [ConfigOption] = [
        httpOption("url", \.url, "The URL that records are sent to; empty sends nothing"),
        httpOption("method", \.method, "The request's method"),
        httpOption(
            "rootProperty",
            \.rootProperty,
            "The key that holds the record, or the records; a full stop alone is the root"
        ),
        httpOption("headers", \.headers, "Headers of every request"),
        httpOption("params", \.params, "Values beside rootProperty in every request"),
        httpOption(
            "timeout",
            \.timeout,
            in: .milliseconds,
            within: .both(HttpConfig.timeoutLimits),
            "After how long a request has failed"
        ),
        httpOption("autoSync", \.autoSync, "Uploads each record as it is recorded"),
        httpOption(
            "autoSyncThreshold",
            \.autoSyncThreshold,
            in: .records,
            within: .both(HttpConfig.autoSyncThresholdLimits),
            "How many records must wait before an upload begins, but when the phone begins or stops moving"
        ),
        httpOption("batchSync", \.batchSync, "Sends all waiting records in one request"),
        httpOption(
            "maxBatchSize",
            \.maxBatchSize,
            in: .records,
            within: .both(HttpConfig.maxBatchSizeLimits),
            "The most records of one such request"
        ),
        httpOption("disableAutoSyncOnCellular", \.disableAutoSyncOnCellular, "Uploads by itself only over Wi-Fi"),
    ]

    private static let authorizationOption = ConfigOptionGroup("authorization", \.authorization)

    static let authorization: [ConfigOption] = [
        authorizationOption("strategy", \.strategy, "How the token is written in the header"),
        authorizationOption("accessToken", \.accessToken, "The token of every upload"),
        authorizationOption("refreshToken", \.refreshToken, "The token with which a new one is requested"),
        authorizationOption("refreshUrl", \.refreshUrl, "The URL for new tokens"),
        authorizationOption(
            "refreshPayload",
            \.refreshPayload,
            "The fields of that request; {refreshToken} is replaced by the token"
        ),
        authorizationOption(
            "refreshHeaders",
            \.refreshHeaders,
            "The headers of that request; not set sends the access token, an empty object sends none"
        ),
        authorizationOption(
            "expires",
            \.expires,
            in: .epochSeconds,
            within: .both(AuthorizationConfig.expiresLimits),
            "When the access token ends"
        ),
    ]
}
