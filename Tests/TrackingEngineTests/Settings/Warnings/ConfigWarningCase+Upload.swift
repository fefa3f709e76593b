import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    static let upload: [ConfigWarningCase] = withoutAddress + Platform.allCases.flatMap { addressed($0) + batches($0) }

    /// Options that do nothing without an address.
    private static let withoutAddress: [ConfigWarningCase] = [
        ("method", "\"PUT\""), ("rootProperty", "\".\""), ("headers", "{\"A\": \"1\"}"), ("params", "{\"a\": 1}"),
        ("timeout", "5000"), ("autoSync", "true"), ("autoSyncThreshold", "5"), ("batchSync", "true"),
        ("maxBatchSize", "50"), ("disableAutoSyncOnCellular", "true"),
    ].flatMap { name, value in
        Platform.allCases.map { platform in
            ConfigWarningCase(
                platform,
                .needsOption,
                "http.\(name)",
                "without `http.url`",
                when: "{\"http\": {\"\(name)\": \(value)}}",
                not: "{\"http\": {\"\(name)\": \(value), \"url\": \"https://a.example\"}}"
            )
        }
    }

    private static func http(_ options: String) -> String { "{\"http\": {\"url\": \"https://a.example\", \(options)}}" }

    private static func addressed(_ platform: Platform) -> [ConfigWarningCase] {
        [
            ConfigWarningCase(
                platform,
                .conflict,
                "http.url",
                "not an http or https address",
                when: #"{"http": {"url": "a.example/x"}}"#,
                not: #"{"http": {"url": "https://a.example/x"}}"#,
                #"{"http": {"url": "HTTP://a.example"}}"#
            ),
            ConfigWarningCase(
                platform,
                .needsApp,
                "http.autoSync",
                "calls sync",
                when: http(#""autoSync": false"#),
                not: http(#""autoSync": true"#)
            ),
            ConfigWarningCase(
                platform,
                .ignoredByPlatform,
                "http.autoSyncThreshold",
                "`http.autoSync` is false",
                when: http(#""autoSync": false, "autoSyncThreshold": 5"#),
                not: http(#""autoSyncThreshold": 5"#)
            ),
            ConfigWarningCase(
                platform,
                .ignoredByPlatform,
                "http.disableAutoSyncOnCellular",
                "`http.autoSync` is false",
                when: http(#""autoSync": false, "disableAutoSyncOnCellular": true"#),
                not: http(#""disableAutoSyncOnCellular": true"#)
            ),
        ]
    }

    private static func batches(_ platform: Platform) -> [ConfigWarningCase] {
        [
            ConfigWarningCase(
                platform,
                .surprising,
                "http.autoSyncThreshold",
                "begins or stops moving",
                when: http(#""autoSyncThreshold": 5"#),
                not: http(#""autoSyncThreshold": 1"#)
            ),
            ConfigWarningCase(
                platform,
                .costly,
                "http.autoSyncThreshold",
                "one request each",
                when: http(#""autoSyncThreshold": 5"#),
                not: http(#""autoSyncThreshold": 5, "batchSync": true"#)
            ),
            ConfigWarningCase(
                platform,
                .conflict,
                "http.autoSyncThreshold",
                "never reached",
                when: """
                    {"http": {"url": "https://a.example", "autoSyncThreshold": 5}, "persistence": {"maxRecordsToPersist": 4}}
                    """,
                not: """
                    {"http": {"url": "https://a.example", "autoSyncThreshold": 5}, "persistence": {"maxRecordsToPersist": 5}}
                    """
            ),
            ConfigWarningCase(
                platform,
                .surprising,
                "http.autoSyncThreshold",
                "several requests",
                when: http(#""autoSyncThreshold": 5, "batchSync": true, "maxBatchSize": 4"#),
                not: http(#""autoSyncThreshold": 5, "batchSync": true, "maxBatchSize": 5"#)
            ),
            ConfigWarningCase(
                platform,
                .surprising,
                "http.batchSync",
                "one request holds everything",
                when: http(#""batchSync": true"#),
                not: http(#""batchSync": true, "maxBatchSize": 100"#)
            ),
            ConfigWarningCase(
                platform,
                .needsOption,
                "http.maxBatchSize",
                "without `http.batchSync`",
                when: http(#""maxBatchSize": 100"#),
                not: http(#""batchSync": true, "maxBatchSize": 100"#)
            ),
        ]
    }
}
