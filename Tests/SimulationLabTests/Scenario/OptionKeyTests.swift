import Testing

@testable import SimulationLab

@Suite("Options of an SDK in a scenario")
struct OptionKeyTests {
    @Test(
        "an option that does not exist is refused at its line, with the name that was probably meant",
        arguments: table
    )
    func unknown(lines: String, expected: [String]) {
        #expect(ScenarioText.faults(ScenarioText.text([:], lines)) == expected.map { "s.yaml:" + $0 })
    }

    static let table: [(String, [String])] = [
        (
            "sdk: transistor\noptions:\n  activity: {minimumActivityRecognitionConfidence: 70}\n  geolocation:\n    stopTimout: 1",
            ["13: options.geolocation.stopTimout: is not an option of the SDK, did you mean `geolocation.stopTimeout`?"]
        ),
        (
            "sdk: transistor\noptions: {stopTimout: 1}",
            ["10: options.stopTimout: is not an option of the SDK, did you mean `geolocation.stopTimeout`?"]
        ),
        (
            "sdk: transistor\noptions:\n  app:\n    notification:\n      titel: x\n    heartbeatIntervall: 60",
            [
                """
                13: options.app.notification.titel: is not an option of the SDK, did you mean \
                `app.notification.title`?
                """,
                """
                14: options.app.heartbeatIntervall: is not an option of the SDK, did you mean `app.heartbeatInterval`?
                """,
            ]
        ),
        (
            "sdk: transistor\noptions: {app: {zzzzzz: red}}",
            ["10: options.app.zzzzzz: is not an option of the SDK, expected one of docs/options.md"]
        ),
        (
            "sdk: radar\noptions:\n  preset: responsive\n  stopDurration: 5",
            ["12: options.stopDurration: is not an option of the SDK, did you mean `stopDuration`?"]
        ),
        // The flat form of version 4, and free keys within an option, are valid.
        ("sdk: transistor\noptions: {distanceFilter: 50, http: {headers: {x-anything: a}, params: {any: a}}}", []),
        ("sdk: radar\noptions: EFFICIENT", []), ("sdk: radar\noptions: {preset: Responsive}", []),
        ("sdk: radar\noptions: fast", ["10: options: is `fast`, expected efficient, responsive, continuous"]),
    ]

    @Test("a schedule is started only where the app has one")
    func schedule() {
        let expected = "is for an app with a schedule, expected sdk: transistor and options: {app: {schedule: [...]}}"
        for lines in ["sdk: radar", "sdk: transistor", "seed: 1"] {
            let faults = ScenarioText.faults(ScenarioText.text([:], "\(lines)\nhappenings: [start schedule]"))
            #expect(faults == ["s.yaml:10: happenings: `start schedule` \(expected)"])
        }
    }
}
