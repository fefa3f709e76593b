internal import TrackingModel
public import VisitModel

/// An activity that can start the moving state.
///
/// Every `Activity` but being still. Transistor types, TriggerActivity.
public enum TriggerActivity: String, Hashable, Sendable, Codable, CaseIterable {
    /// In a car, bus or train.
    case inVehicle = "in_vehicle"
    /// On a bicycle.
    case onBicycle = "on_bicycle"
    /// On foot, not known whether walking or running.
    case onFoot = "on_foot"
    /// Running.
    case running
    /// Walking.
    case walking

    /// Takes what the motion service said.
    ///
    /// - Parameter activity: any activity; being still gives `nil`.
    public init?(_ activity: Activity) {
        self.init(rawValue: activity.rawValue)
    }

    /// What the motion service says.
    public var activity: Activity {
        switch self {
        case .inVehicle: .inVehicle
        case .onBicycle: .onBicycle
        case .onFoot: .onFoot
        case .running: .running
        case .walking: .walking
        }
    }
}

extension TriggerActivity {
    /// Whether an activity is of this kind: who walks or runs is on foot.
    ///
    /// Google, DetectedActivity: walking and running are kinds of `ON_FOOT`. A service that knows which of the two it is
    /// says so, and names no `on_foot` besides.
    ///
    /// - Parameter activity: what the motion service said.
    /// - Returns: true for the activity itself, and for walking and running under `onFoot`.
    public func includes(_ activity: Activity) -> Bool {
        switch self {
        case .onFoot: [.onFoot, .walking, .running].contains(activity)
        case .inVehicle, .onBicycle, .running, .walking: activity == self.activity
        }
    }
}

extension [TriggerActivity] {
    /// Whether any of them includes an activity.
    func include(_ activity: Activity) -> Bool { contains { $0.includes(activity) } }

    /// Whether every activity but being still is included.
    var includeAll: Bool { TriggerActivity.allCases.allSatisfy { include($0.activity) } }
}

extension TriggerActivity: ConfigWord {}

/// The activities of `ActivityConfig.triggerActivities`.
///
/// Documents write a list, one name alone, or several names in one text with commas between them. Transistor types,
/// ActivityConfig.triggerActivities; the text with commas is the form of version 4.
struct TriggerActivityList: ConfigConvertible {
    let activities: [TriggerActivity]

    static var expected: String { "a list, each entry \(TriggerActivity.expected)" }

    init(_ activities: [TriggerActivity]) {
        self.activities = activities
    }

    init?(configValue: ConfigValue) {
        guard case .text(let text) = configValue else {
            guard let activities = [TriggerActivity](configValue: configValue) else { return nil }
            self.activities = activities
            return
        }
        let names = text.split(separator: ",").map { ConfigValue.text($0.filter { !$0.isWhitespace }) }
        guard let activities = [TriggerActivity](configValue: .list(names)) else { return nil }
        self.activities = activities
    }

    var configValue: ConfigValue { activities.configValue }
}
