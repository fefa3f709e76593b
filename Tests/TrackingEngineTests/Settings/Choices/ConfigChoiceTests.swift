import TrackingModel
import Testing
import VisitModel

@testable import TrackingEngine

struct ConfigChoiceTests {
    @Test(
        "Every accuracy has the vendor's number and the receivers of its tier",
        arguments: [
            (DesiredAccuracy.navigation, -2.0, true), (.high, -1, true), (.medium, 10, false), (.low, 100, false),
            (.veryLow, 1000, false), (.lowest, 3000, false),
        ]
    )
    func accuracies(accuracy: DesiredAccuracy, number: Double, usesSatellites: Bool) {
        #expect(accuracy.rawValue == number)
        #expect(accuracy.usesSatellites == usesSatellites)
        #expect(DesiredAccuracy(configValue: .text(accuracy.description.uppercased())) == accuracy)
    }

    @Test(
        "Metres between the tiers are accepted, below 10 with GPS",
        arguments: [
            (0.0, true), (5, true), (9.9, true), (50, false), (5000, false),
        ]
    )
    func metres(number: Double, usesSatellites: Bool) throws {
        let accuracy = try #require(DesiredAccuracy(rawValue: number))
        #expect(accuracy.usesSatellites == usesSatellites)
        #expect(accuracy.configValue.number == number)
    }

    @Test("Other negative numbers are not accuracy", arguments: [-3.0, -1.5, -0.1, .infinity, .nan])
    func noAccuracies(number: Double) {
        #expect(DesiredAccuracy(rawValue: number) == nil)
    }

    @Test(
        "The numbers of the vendor's constants",
        arguments: [
            (ActivityType.allCases.map(\.rawValue), [1, 2, 3, 4, 5]),
            (LocationFilterPolicy.allCases.map(\.rawValue), [0, 1, 2]),
            (KalmanProfile.allCases.map(\.rawValue), [0, 1, 2]),
            (PersistMode.allCases.map(\.rawValue), [2, 1, -1, 0]),
            (LogLevel.allCases.map(\.rawValue), [0, 1, 2, 3, 4, 5]),
            (NotificationPriority.allCases.map(\.rawValue), [0, 1, -1, 2, -2]),
        ]
    )
    func numbers(actual: [Int], expected: [Int]) {
        #expect(actual == expected)
    }

    @Test("A number's name is read as the number")
    func names() {
        #expect(LogLevel(configValue: .text("Verbose")) == .verbose)
        #expect(PersistMode(configValue: .text("geofence")) == .geofence)
        #expect(KalmanProfile(configValue: .text("default")) == .default)
        #expect(LogLevel(configValue: .fraction(1.5)) == nil)
    }

    @Test("Words are read whatever their capitals, and written as documented")
    func words() {
        #expect(AuthorizationStrategy(configValue: .text("sas")) == .sas)
        #expect(AuthorizationStrategy.sas.configValue == .text("SAS"))
        #expect(HttpMethod(configValue: .text("put")) == .put)
        #expect(LocationAuthorizationRequest(configValue: .text("whenInUse")) == .whenInUse)
        #expect(HttpMethod(configValue: .integer(1)) == nil)
    }

    @Test("Every activity but being still can begin the moving state", arguments: Activity.allCases)
    func triggers(activity: Activity) {
        #expect(TriggerActivity(activity)?.activity == (activity == .still ? nil : activity))
    }

    @Test(
        "Trigger activities are read as a list, as one name and as names with commas",
        arguments: [
            (ConfigValue.list([.text("walking"), .text("on_foot")]), [TriggerActivity.walking, .onFoot]),
            (.text("in_vehicle"), [.inVehicle]), (.text("walking, on_foot"), [.walking, .onFoot]), (.text(""), []),
            (.list([]), []),
        ]
    )
    func triggerLists(value: ConfigValue, expected: [TriggerActivity]) {
        #expect(TriggerActivityList(configValue: value)?.activities == expected)
    }

    @Test(
        "What is stored",
        arguments: [
            (PersistMode.all, true, true), (.location, true, false), (.geofence, false, true), (.none, false, false),
        ]
    )
    func stores(mode: PersistMode, locations: Bool, geofenceEvents: Bool) {
        #expect(mode.storesLocations == locations)
        #expect(mode.storesGeofenceEvents == geofenceEvents)
    }
}
