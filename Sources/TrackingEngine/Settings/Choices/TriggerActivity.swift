internal import TrackingModel
public import VisitModel

/// Any activity except being still, as a start of the moving state (Transistor types, TriggerActivity).
public enum TriggerActivity: String, Hashable, Sendable, Codable, CaseIterable, ConfigWord {
    /// In a car, bus or train.
    case inVehicle = "in_vehicle"
    /// On a bicycle.
    case onBicycle = "on_bicycle"
    /// On foot, either walking or running.
    case onFoot = "on_foot"
    /// Running.
    case running
    /// Walking.
    case walking

    /// Creates a trigger from an activity of the motion service; `nil` for being still.
    public init?(_ activity: Activity) { self.init(rawValue: activity.rawValue) }

    /// The corresponding activity of the motion service.
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
    /// Whether an activity is of this kind: walking and running are included in `onFoot`.
    ///
    /// Google, DetectedActivity: walking and running are kinds of `ON_FOOT`. A service that can distinguish them
    /// reports the specific one, without an additional `on_foot`.
    public func includes(_ activity: Activity) -> Bool {
        switch self {
        case .onFoot: [.onFoot, .walking, .running].contains(activity)
        case .inVehicle, .onBicycle, .running, .walking: activity == self.activity
        }
    }
}

extension [TriggerActivity] {
    func include(_ activity: Activity) -> Bool { contains { $0.includes(activity) } }

    /// Whether every activity except being still is included.
    var includeAll: Bool { TriggerActivity.allCases.allSatisfy { include($0.activity) } }
}

/// The document form of `ActivityConfig.triggerActivities`.
///
/// Documents contain a list, a single name, or several names in one text, separated by commas. Transistor types,
/// ActivityConfig.triggerActivities; the text with commas is the form of version 4.
struct TriggerActivityList: ConfigConvertible {
    let activities: [TriggerActivity]

    static var expected: String { "a list, each entry \(TriggerActivity.expected)" }

    init(_ activities: [TriggerActivity]) { self.activities = activities }

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
