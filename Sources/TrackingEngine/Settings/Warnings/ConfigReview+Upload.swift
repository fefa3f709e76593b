internal import TrackingModel
internal import VisitModel
extension ConfigReview {
    /// Transistor types, HttpConfig; Transistor headers, TSHttpErrorCodes (1 is an invalid address).
    mutating func reviewUpload() {
        guard config.uploads else {
            for option in ConfigOption.http where option.path != "http.url" && isSet(option.path) {
                warn(.needsOption, option.path, "nothing is uploaded without `http.url`; records stay stored")
            }
            return
        }
        if !UploadAddress.isValid(config.http.url) {
            warn(.conflict, "http.url", "it is not an http or https address; every upload fails with code 1")
        }
        guard !config.http.autoSync else { return }
        warn(.needsApp, "http.autoSync", "records are only uploaded when the app calls sync")
        for option in ["http.autoSyncThreshold", "http.disableAutoSyncOnCellular"] where isChanged(option) {
            warn(.ignoredByPlatform, option, "it affects only automatic uploads, and `http.autoSync` is false")
        }
    }

    /// Transistor types, HttpConfig; Transistor, BGGeo.onMotionChange.
    mutating func reviewBatches() {
        guard config.uploads else { return }
        let threshold = config.autoSyncRecords ?? 1
        if threshold > 1 {
            let path = "http.autoSyncThreshold"
            warn(
                .surprising,
                path,
                "when the phone begins or stops moving everything is uploaded, however few records are queued"
            )
            if !config.http.batchSync {
                warn(.costly, path, "the queued records are still sent in one request each; set `http.batchSync`")
            }
            if let limit = config.recordLimit, limit > 0, limit < threshold {
                warn(
                    .conflict,
                    path,
                    "`persistence.maxRecordsToPersist` keeps only \(limit) records, so that it is never reached"
                )
            }
            if let most = config.recordsPerRequest, config.http.batchSync, most < threshold {
                warn(.surprising, path, "`http.maxBatchSize` is less, so that each upload takes several requests")
            }
        }
        if config.http.batchSync, config.recordsPerRequest == nil {
            warn(
                .surprising,
                "http.batchSync",
                "after days without a network one request holds everything; limit it with `http.maxBatchSize`"
            )
        }
        if !config.http.batchSync, isChanged("http.maxBatchSize") {
            warn(.needsOption, "http.maxBatchSize", "it does nothing without `http.batchSync`")
        }
    }

    /// Transistor types, PersistenceConfig.
    mutating func reviewStorage() {
        if config.uploads, config.recordLimit == 0 {
            warn(
                .conflict,
                "persistence.maxRecordsToPersist",
                "no record is stored, and so none is uploaded; use -1 for no limit"
            )
        }
        let path = "persistence.persistMode"
        switch config.persistence.persistMode {
        case .all: break
        case .none where config.uploads: warn(.conflict, path, "no record is stored, and so none is uploaded")
        case .none: break
        case .location: warn(.surprising, path, "geofence events are delivered but neither stored nor uploaded")
        case .geofence: warn(.surprising, path, "locations are delivered but neither stored nor uploaded")
        }
    }
}
