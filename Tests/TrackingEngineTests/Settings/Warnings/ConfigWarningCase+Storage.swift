import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    static let storage: [ConfigWarningCase] =
        Platform.allCases.flatMap { kept($0) + templates($0) + tokens($0) + log($0) } + [
            ConfigWarningCase(
                .ios,
                .needsApp,
                "logger.debug",
                "background mode Audio",
                when: #"{"logger": {"debug": true}}"#,
                not: #"{"logger": {"debug": true}}"#,
                calmApp: AppFacts { $0.hasAudioBackgroundMode = true }
            )
        ]

    private static func kept(_ platform: Platform) -> [ConfigWarningCase] {
        [
            ConfigWarningCase(
                platform,
                .conflict,
                "persistence.maxRecordsToPersist",
                "no record is stored",
                when: #"{"http": {"url": "https://a.example"}, "persistence": {"maxRecordsToPersist": 0}}"#,
                not: #"{"http": {"url": "https://a.example"}, "persistence": {"maxRecordsToPersist": 1}}"#,
                #"{"persistence": {"maxRecordsToPersist": 0}}"#
            ),
            ConfigWarningCase(
                platform,
                .conflict,
                "persistence.persistMode",
                "none is uploaded",
                when: #"{"http": {"url": "https://a.example"}, "persistence": {"persistMode": 0}}"#,
                not: #"{"persistence": {"persistMode": 0}}"#
            ),
            ConfigWarningCase(
                platform,
                .surprising,
                "persistence.persistMode",
                "geofence events are delivered",
                when: #"{"persistence": {"persistMode": 1}}"#,
                not: #"{"persistence": {"persistMode": -1}}"#
            ),
            ConfigWarningCase(
                platform,
                .surprising,
                "persistence.persistMode",
                "locations are delivered",
                when: #"{"persistence": {"persistMode": -1}}"#,
                not: #"{"persistence": {"persistMode": 1}}"#
            ),
        ]
    }

    /// A document with both templates, the values of which are given as JSON.
    private static func template(_ name: String, _ template: String, http: String = "{}") -> String {
        "{\"http\": \(http), \"persistence\": {\"\(name)\": \(template)}}"
    }

    private static func templates(_ platform: Platform) -> [ConfigWarningCase] {
        let atRoot = #"{"url": "https://a.example", "rootProperty": ".", "params": {"a": 1}}"#
        return ["locationTemplate", "geofenceTemplate"].flatMap { name in
            [
                ConfigWarningCase(
                    platform,
                    .conflict,
                    "persistence.\(name)",
                    "loses `http.params`",
                    when: template(name, #"" [<%= latitude %>]""#, http: atRoot),
                    not: template(name, #""{\"a\": <%= latitude %>}""#, http: atRoot),
                    template(name, #""[<%= latitude %>]""#)
                ),
                ConfigWarningCase(
                    platform,
                    .surprising,
                    "persistence.\(name)",
                    "`timestamp` is a string",
                    when: template(name, #""{\"t\": <%= timestamp %>}""#),
                    not: template(name, #""{\"t\": \"at <%=timestamp%> o'clock\", \"l\": <%= latitude %>}""#)
                ),
                ConfigWarningCase(
                    platform,
                    .unknownKey,
                    "persistence.\(name)",
                    "no tag `lattitude`",
                    when: template(name, #""[<%= lattitude %>]""#),
                    not: template(name, #""[<%= latitude %>]""#)
                ),
            ]
        } + [
            ConfigWarningCase(
                platform,
                .unknownKey,
                "persistence.locationTemplate",
                "`geofence.action`",
                when: template("locationTemplate", #""[\"<%= geofence.action %>\"]""#),
                not: template("geofenceTemplate", #""[\"<%= geofence.action %>\"]""#)
            ),
            ConfigWarningCase(
                platform,
                .conflict,
                "http.params",
                "get lost",
                when: """
                    {"http": {"url": "https://a.example", "rootProperty": ".", "params": {"a": 1}, "batchSync": true}}
                    """,
                not: #"{"http": {"url": "https://a.example", "rootProperty": ".", "params": {"a": 1}}}"#,
                #"{"http": {"url": "https://a.example", "params": {"a": 1}, "batchSync": true}}"#
            ),
        ]
    }

    private static func tokens(_ options: String) -> String {
        "{\"http\": {\"url\": \"https://a.example\"}, \"authorization\": {\(options)}}"
    }

    private static func tokens(_ platform: Platform) -> [ConfigWarningCase] {
        let refresh = #""accessToken": "a", "refreshUrl": "https://a.example/t", "refreshToken": "r", "#
        let complete = refresh + #""refreshPayload": {"token": "{refreshToken}"}"#
        return [
            ConfigWarningCase(
                platform,
                .needsOption,
                "authorization.accessToken",
                "no upload for the token",
                when: #"{"authorization": {"accessToken": "a"}}"#,
                not: tokens(#""accessToken": "a""#)
            ),
            ConfigWarningCase(
                platform,
                .needsOption,
                "authorization.accessToken",
                "without a token",
                when: tokens(#""strategy": "SAS""#),
                not: tokens(#""strategy": "SAS", "accessToken": "a""#)
            ),
            ConfigWarningCase(
                platform,
                .conflict,
                "http.headers",
                "set from the token",
                when: """
                    {"http": {"url": "https://a.example", "headers": {"authorization": "Basic x"}},
                     "authorization": {"accessToken": "a"}}
                    """,
                not: #"{"http": {"url": "https://a.example", "headers": {"Authorization": "Basic x"}}}"#
            ),
            ConfigWarningCase(
                platform,
                .missingKey,
                "authorization.refreshUrl",
                "can't be requested",
                when: tokens(#""accessToken": "a", "refreshToken": "r""#),
                not: tokens(complete),
                tokens(#""accessToken": "a""#)
            ),
            ConfigWarningCase(
                platform,
                .missingKey,
                "authorization.refreshToken",
                "can't be requested",
                when: tokens(#""accessToken": "a", "refreshUrl": "https://a.example/t""#),
                not: tokens(complete)
            ),
            ConfigWarningCase(
                platform,
                .missingKey,
                "authorization.refreshPayload",
                "can't be requested",
                when: tokens(#""accessToken": "a", "expires": 1772471051"#),
                not: tokens(complete)
            ),
            ConfigWarningCase(
                platform,
                .surprising,
                "authorization.refreshPayload",
                "no field has {refreshToken}",
                when: tokens(refresh + #""refreshPayload": {"token": "refreshToken"}"#),
                not: tokens(complete)
            ),
            ConfigWarningCase(
                platform,
                .surprising,
                "authorization.strategy",
                "renew a shared access signature",
                when: tokens(complete + #", "strategy": "SAS""#),
                not: tokens(#""accessToken": "a", "strategy": "SAS""#),
                tokens(complete)
            ),
        ]
    }

    private static func log(_ platform: Platform) -> [ConfigWarningCase] {
        [
            ConfigWarningCase(
                platform,
                .surprising,
                "logger.debug",
                "plays sounds",
                when: #"{"logger": {"debug": true}}"#
            ),
            ConfigWarningCase(
                platform,
                .costly,
                "logger.logLevel",
                "megabytes",
                when: #"{"logger": {"logLevel": 4}}"#,
                not: #"{"logger": {"logLevel": 3}}"#
            ),
            ConfigWarningCase(
                platform,
                .needsOption,
                "logger.logMaxDays",
                "nothing is logged",
                when: #"{"logger": {"logMaxDays": 7}}"#,
                not: #"{"logger": {"logMaxDays": 7, "logLevel": 1}}"#
            ),
        ]
    }
}
