internal import VisitModel

extension ConfigOption {
    static let http: [ConfigOption] = [
        ConfigOption("http.url", \.http.url, "The URL that records are sent to; empty sends nothing"),
        ConfigOption("http.method", \.http.method, "The request's method"),
        ConfigOption(
            "http.rootProperty",
            \.http.rootProperty,
            "The key that holds the record, or the records; a full stop alone is the root"
        ),
        ConfigOption("http.headers", \.http.headers, "Headers of every request"),
        ConfigOption("http.params", \.http.params, "Values beside rootProperty in every request"),
        ConfigOption(
            "http.timeout",
            \.http.timeout,
            in: .milliseconds,
            within: .both(HttpConfig.timeoutLimits),
            "After how long a request has failed"
        ),
        ConfigOption("http.autoSync", \.http.autoSync, "Uploads each record as it is recorded"),
        ConfigOption(
            "http.autoSyncThreshold",
            \.http.autoSyncThreshold,
            in: .records,
            within: .both(HttpConfig.autoSyncThresholdLimits),
            "How many records must wait before an upload begins, but when the phone begins or stops moving"
        ),
        ConfigOption("http.batchSync", \.http.batchSync, "Sends all waiting records in one request"),
        ConfigOption(
            "http.maxBatchSize",
            \.http.maxBatchSize,
            in: .records,
            within: .both(HttpConfig.maxBatchSizeLimits),
            "The most records of one such request"
        ),
        ConfigOption(
            "http.disableAutoSyncOnCellular",
            \.http.disableAutoSyncOnCellular,
            "Uploads by itself only over Wi-Fi"
        ),
    ]

    static let authorization: [ConfigOption] = [
        ConfigOption("authorization.strategy", \.authorization.strategy, "How the token is written in the header"),
        ConfigOption("authorization.accessToken", \.authorization.accessToken, "The token of every upload"),
        ConfigOption(
            "authorization.refreshToken",
            \.authorization.refreshToken,
            "The token with which a new one is requested"
        ),
        ConfigOption("authorization.refreshUrl", \.authorization.refreshUrl, "The URL for new tokens"),
        ConfigOption(
            "authorization.refreshPayload",
            \.authorization.refreshPayload,
            "The fields of that request; {refreshToken} is replaced by the token"
        ),
        ConfigOption(
            "authorization.refreshHeaders",
            \.authorization.refreshHeaders,
            "The headers of that request; not set sends the access token, an empty object sends none"
        ),
        ConfigOption(
            "authorization.expires",
            \.authorization.expires,
            in: .epochSeconds,
            within: .both(AuthorizationConfig.expiresLimits),
            "When the access token ends"
        ),
    ]
}
