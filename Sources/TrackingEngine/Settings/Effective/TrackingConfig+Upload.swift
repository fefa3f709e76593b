public import VisitModel

/// What the engine goes by to store and to upload.
extension TrackingConfig {
    /// Whether there is an address to upload to.
    public var uploads: Bool { !http.url.isEmpty }

    /// How many records must wait before an upload begins by itself; at least 1, `nil` where none does.
    public var autoSyncRecords: Int? {
        guard uploads, http.autoSync else { return nil }
        return max(1, HttpConfig.autoSyncThresholdLimits.clamped(http.autoSyncThreshold))
    }

    /// The most records of one request: 1 without batches, `nil` for all that wait.
    public var recordsPerRequest: Int? {
        guard http.batchSync else { return 1 }
        return HttpConfig.maxBatchSizeLimits.applied(to: Double(http.maxBatchSize)).map { Int($0) }
    }

    /// After how long a request has failed; at least 1 ms.
    public var requestTimeoutDuration: Duration { .milliseconds(HttpConfig.timeoutLimits.clamped(http.timeout)) }

    /// After how long a record is deleted, uploaded or not; at least a day.
    public var recordLifetimeDuration: Duration {
        .seconds(86_400 * PersistenceConfig.maxDaysToPersistLimits.clamped(persistence.maxDaysToPersist))
    }

    /// The most records that are stored; `nil` for no limit.
    public var recordLimit: Int? {
        let limits = PersistenceConfig.maxRecordsToPersistLimits
        return limits.applied(to: Double(persistence.maxRecordsToPersist)).map { Int($0) }
    }

    /// After how long an entry of the log is deleted; at least a day.
    public var logLifetimeDuration: Duration {
        .seconds(86_400 * LoggerConfig.logMaxDaysLimits.clamped(logger.logMaxDays))
    }

    /// When the access token ends; `nil` where it is not known.
    public var tokenExpiry: Timestamp? {
        AuthorizationConfig.expiresLimits.applied(to: authorization.expires).map { Timestamp(seconds: $0) }
    }

    /// Whether a new token can be asked for: an address, a token and a request to put it in.
    ///
    /// Transistor types, AuthorizationConfig.
    public var canRefreshToken: Bool {
        !(authorization.refreshUrl ?? "").isEmpty && !(authorization.refreshToken ?? "").isEmpty
            && !authorization.refreshPayload.isEmpty
    }
}
