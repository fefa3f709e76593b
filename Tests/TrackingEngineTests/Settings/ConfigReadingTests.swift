import TrackingModel
import Testing
import TrackingEngine
import VisitModel

struct ConfigReadingTests {
    @Test("An option that a document lacks has the platform's default", arguments: Platform.allCases)
    func missingKeys(platform: Platform) throws {
        let json = #"{"geolocation": {"distanceFilter": 20}, "http": {}, "app": {"notification": {"title": "On"}}}"#
        let (config, warnings) = try TrackingConfig.read(json: json, platform: platform)
        var expected = TrackingConfig(platform: platform)
        expected.geolocation.distanceFilter = 20
        expected.app.notification.title = "On"
        #expect(config == expected)
        #expect(warnings == [])
        #expect(try TrackingConfig.read(json: "{}", platform: platform).config == TrackingConfig(platform: platform))
    }

    @Test("The sample of the vendor's documents is read")
    func vendorSample() throws {
        let json = """
            {"geolocation": {"desiredAccuracy": -1, "distanceFilter": 20, "stopTimeout": 5, "stationaryRadius": 150,
              "locationAuthorizationRequest": "Always", "filter": {"policy": 1, "kalmanProfile": 0}},
             "activity": {"disableStopDetection": false, "motionTriggerDelay": 30000,
              "triggerActivities": "in_vehicle"},
             "http": {"url": "https://my.server.com/api/locations", "method": "POST", "autoSync": true,
              "headers": {"Authorization": "Bearer secret"}, "params": {"user_id": 123, "tags": ["a", null, 1.5]}},
             "persistence": {"persistMode": 2, "maxDaysToPersist": 14, "extras": {"appVersion": "1.0.0"}},
             "app": {"stopOnTerminate": false, "startOnBoot": true, "enableHeadless": true,
              "schedule": ["1-5 09:00-17:00"], "backgroundPermissionRationale": {"title": "Allow"}},
             "authorization": {"strategy": "jwt", "accessToken": "a.b.c", "expires": 1772471051},
             "logger": {"debug": true, "logLevel": 5, "logMaxDays": 3}}
            """
        let (config, warnings) = try TrackingConfig.read(json: json, platform: .android)
        #expect(warnings == [])
        #expect(config.geolocation.desiredAccuracy == .high)
        #expect(config.geolocation.stationaryRadius == 150)
        #expect(config.geolocation.filter.policy == .adjust)
        #expect(config.activity.triggerActivities == [.inVehicle])
        #expect(config.http.params == ["user_id": .integer(123), "tags": .list([.text("a"), .null, .fraction(1.5)])])
        #expect(config.persistence.extras == ["appVersion": .text("1.0.0")])
        #expect(config.app.schedule == ["1-5 09:00-17:00"])
        #expect(config.app.backgroundPermissionRationale.title == "Allow")
        #expect(config.authorization.strategy == .jwt)
        #expect(config.logger.logLevel == .verbose)
    }

    @Test("The flat form of version 4 reads like the groups, and gives a warning")
    func flatForm() throws {
        let flat = """
            {"distanceFilter": 50, "stopTimeout": 3, "url": "https://a.example", "httpTimeout": 5000, "debug": true,
             "httpRootProperty": "data", "speedJumpFilter": 100, "desiredOdometerAccuracy": 50,
             "stopOnStationary": true,
             "notification": {"title": "On"}, "maxDaysToPersist": 2, "heartbeatInterval": 90}
            """
        let groups = """
            {"geolocation": {"distanceFilter": 50, "stopTimeout": 3,
              "filter": {"maxImpliedSpeed": 100, "odometerAccuracyThreshold": 50}},
             "http": {"url": "https://a.example", "timeout": 5000, "rootProperty": "data"}, "logger": {"debug": true},
             "activity": {"stopOnStationary": true}, "persistence": {"maxDaysToPersist": 2},
             "app": {"heartbeatInterval": 90, "notification": {"title": "On"}}}
            """
        let (patch, warnings) = try ConfigPatch.read(json: flat)
        #expect(patch == (try ConfigPatch.read(json: groups).patch))
        #expect(warnings.count == 12)
        #expect(warnings.allSatisfy { $0.code == .deprecated })
        #expect(
            warnings.contains {
                $0.option == "distanceFilter" && $0.message.contains("`geolocation.distanceFilter`")
            }
        )
    }

    @Test("If an option is set in both forms, the group's value is used")
    func bothForms() throws {
        let json = #"{"distanceFilter": 50, "geolocation": {"distanceFilter": 20}}"#
        let (patch, warnings) = try ConfigPatch.read(json: json)
        #expect(patch["geolocation.distanceFilter"] == .integer(20))
        #expect(warnings.map(\.code) == [.deprecated, .conflict])
    }

    @Test(
        "An option in another group is put where it belongs",
        arguments: [
            (
                #"{"geolocation": {"disableStopDetection": true}}"#, "activity.disableStopDetection",
                ConfigValue.bool(true)
            ),
            (#"{"geolocation": {"stopOnStationary": true}}"#, "activity.stopOnStationary", .bool(true)),
            (#"{"http": {"locationsOrderDirection": "DESC"}}"#, "persistence.locationsOrderDirection", .text("DESC")),
        ]
    )
    func movedOptions(json: String, path: String, value: ConfigValue) throws {
        let (patch, warnings) = try ConfigPatch.read(json: json)
        #expect(patch.paths == [path])
        #expect(patch[path] == value)
        #expect(warnings.map(\.code) == [.deprecated])
        #expect(warnings.first?.message.contains("`\(path)`") == true)
    }

    @Test(
        "The option's own place goes before another group",
        arguments: [
            #"{"geolocation": {"stopOnStationary": true}, "activity": {"stopOnStationary": false}}"#
        ]
    )
    func ownPlaceFirst(json: String) throws {
        #expect(try ConfigPatch.read(json: json).patch["activity.stopOnStationary"] == .bool(false))
    }

    @Test(
        "An unknown key is reported with its position",
        arguments: [
            (#"{"geolocation": {"distancefilter": 20}}"#, "geolocation.distancefilter"),
            (#"{"app": {"notification": {"tittle": "On"}}}"#, "app.notification.tittle"),
            (#"{"distanceFiltre": 20}"#, "distanceFiltre"),
            (#"{"timeout": 20}"#, "timeout"),
            (#"{"accessToken": "a"}"#, "accessToken"),
        ]
    )
    func unknownKeys(json: String, option: String) throws {
        let (patch, warnings) = try ConfigPatch.read(json: json)
        #expect(patch.isEmpty)
        #expect(warnings.map(\.code) == [.unknownKey])
        #expect(warnings.map(\.option) == [option])
    }

    @Test("The token of the vendor's demo server is an argument of ready")
    func demoToken() throws {
        let (patch, warnings) = try ConfigPatch.read(json: #"{"transistorAuthorizationToken": {"accessToken": "a"}}"#)
        #expect(patch.isEmpty)
        #expect(warnings.map(\.code) == [.ignoredByPlatform])
    }

    @Test("`reset` and `platform` at the root are not options")
    func rootKeys() throws {
        let (patch, warnings) = try ConfigPatch.read(json: #"{"reset": false, "platform": "android"}"#)
        #expect(patch.reset == false)
        #expect(patch.platform == .android)
        #expect(patch.isEmpty)
        #expect(warnings == [])
        #expect(throws: TrackingEngineError.self) {
            try TrackingConfig.read(json: #"{"platform": "android"}"#, platform: .ios)
        }
    }

    /// An invalid document, and the parts that its error message must contain.
    struct Mistake: CustomTestStringConvertible {
        let json: String
        let parts: [String]

        init(_ json: String, _ parts: String...) {
            self.json = json
            self.parts = parts
        }

        var testDescription: String { json }
    }

    @Test("A value of the wrong type is refused, with the path, the value and what is expected", arguments: mistakes)
    func wrongTypes(mistake: Mistake) {
        let error = #expect(throws: TrackingEngineError.self) {
            try TrackingConfig.read(json: mistake.json, platform: .ios)
        }
        #expect(error?.code == .options)
        for part in mistake.parts {
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
    }

    static let mistakes = [
        Mistake("distance", "not JSON"),
        Mistake("[1]", "a list", "an object of options"),
        Mistake(#"{"http": "https://a.example"}"#, "`http`", "the text \"https://a.example\"", "an object of options"),
        Mistake(#"{"geolocation": {"distanceFilter": "far"}}"#, "`geolocation.distanceFilter`", "\"far\"", "a number"),
        Mistake(
            #"{"geolocation": {"distanceFilter": {"a": 1}}}"#,
            "`geolocation.distanceFilter`",
            "an object",
            "a number"
        ),
        Mistake(#"{"distanceFilter": true}"#, "`geolocation.distanceFilter`", "true", "a number"),
        Mistake(#"{"geolocation": {"distanceFilter": null}}"#, "null", "a number"),
        Mistake(#"{"geolocation": {"desiredAccuracy": -3}}"#, "the number -3", "-2, -1", "\"navigation\""),
        Mistake(#"{"geolocation": {"desiredAccuracy": "best"}}"#, "\"best\"", "\"veryLow\""),
        Mistake(
            #"{"geolocation": {"locationAuthorizationRequest": "Sometimes"}}"#,
            "\"Always\"",
            "\"WhenInUse\"",
            "\"Any\""
        ),
        Mistake(#"{"geolocation": {"activityType": 6}}"#, "the number 6", "5 (airborne)"),
        Mistake(#"{"geolocation": {"filter": {"policy": 9}}}"#, "`geolocation.filter.policy`", "2 (conservative)"),
        Mistake(#"{"geolocation": {"filter": 1}}"#, "`geolocation.filter`", "an object of options"),
        Mistake(#"{"geolocation": {"geofenceProximityRadius": "1km"}}"#, "a number, or null"),
        Mistake(#"{"activity": {"triggerActivities": ["walking", "still"]}}"#, "a list", "\"in_vehicle\""),
        Mistake(#"{"activity": {"triggerActivities": "walking, flying"}}"#, "walking, flying", "\"on_bicycle\""),
        Mistake(#"{"activity": {"minimumActivityRecognitionConfidence": 70.5}}"#, "70.5", "a whole number"),
        Mistake(#"{"app": {"stopOnTerminate": 1}}"#, "`app.stopOnTerminate`", "the number 1", "true or false"),
        Mistake(#"{"app": {"schedule": "2-6 09:00-17:00"}}"#, "`app.schedule`", "a list, each entry a text"),
        Mistake(#"{"app": {"schedule": [1]}}"#, "a list, each entry a text"),
        Mistake(#"{"http": {"headers": {"X": 1}}}"#, "an object, each value a text"),
        Mistake(#"{"http": {"method": "DELETE"}}"#, "\"DELETE\"", "\"PATCH\""),
        Mistake(#"{"http": {"maxBatchSize": 1e30}}"#, "a whole number"),
        Mistake(#"{"persistence": {"persistMode": 3}}"#, "-1 (geofence)"),
        Mistake(#"{"persistence": {"locationsOrderDirection": "UP"}}"#, "\"ASC\", \"DESC\""),
        Mistake(#"{"logger": {"logLevel": "loud"}}"#, "5 (verbose)"),
        Mistake(#"{"authorization": {"strategy": "BASIC"}}"#, "\"JWT\", \"SAS\""),
        Mistake(#"{"reset": "yes"}"#, "`reset`", "\"yes\"", "true or false"),
        Mistake(#"{"platform": "symbian"}"#, "`platform`", "\"symbian\"", "\"ios\" or \"android\""),
        Mistake(#"{"platform": "android"}"#, "`platform`", "\"android\"", "\"ios\""),
    ]
}
