public import VisitModel

/// The effective options for storage and upload.
extension TrackingConfig {
    /// Whether an upload address is set.
    public var uploads: Bool { !http.url.isEmpty }

    /// How many records must be waiting before an automatic upload begins; at least 1, `nil` where there is none.
    public var autoSyncRecords: Int? {
        guard uploads, http.autoSync else { return nil }
        return max(1, HttpConfig.autoSyncThresholdLimits.clamped(http.autoSyncThreshold))
    }

    /// The most records of one request: 1 without batches, `nil` for all waiting records.
    public var recordsPerRequest: Int? {
        guard http.batchSync else { return 1 }
        return HttpConfig.maxBatchSizeLimits.applied(to: Double(http.maxBatchSize)).map { Int($0) }
    }

    /// The timeout of a request; at least 1 ms.
    public var requestTimeoutDuration: Duration { .milliseconds(HttpConfig.timeoutLimits.clamped(http.timeout)) }

    /// The age at which a record is deleted, uploaded or not; at least a day.
    public var recordLifetimeDuration: Duration {
        .seconds(86_400 * PersistenceConfig.maxDaysToPersistLimits.clamped(persistence.maxDaysToPersist))
    }

    /// The most records that are stored; `nil` for no limit.
    public var recordLimit: Int? {
        let limits = PersistenceConfig.maxRecordsToPersistLimits
        return limits.applied(to: Double(persistence.maxRecordsToPersist)).map { Int($0) }
    }

    /// The age at which a log entry is deleted; at least a day.
    public var logLifetimeDuration: Duration {
        .seconds(86_400 * LoggerConfig.logMaxDaysLimits.clamped(logger.logMaxDays))
    }

    /// When the access token expires; `nil` where it is not known.
    public var tokenExpiry: Timestamp? {
        AuthorizationConfig.expiresLimits.applied(to: authorization.expires).map { Timestamp(seconds: $0) }
    }

    /// Whether a new token can be requested: the address, the token and the payload are set.
    ///
    /// Transistor types, AuthorizationConfig.
    public var canRefreshToken: Bool {
        !(authorization.refreshUrl ?? "").isEmpty && !(authorization.refreshToken ?? "").isEmpty
            && !authorization.refreshPayload.isEmpty
    }
}
