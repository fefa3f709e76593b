public import PhoneSimulator
public import VisitModel

/// What came of a scenario.
public struct SimulationRecord: Sendable {
    /// The story.
    public let scenario: Scenario
    /// Which app the phone had.
    public let app: AppKind
    /// What happened, in order.
    public let entries: [TimelineEntry]
    /// What was found beside what was.
    public let score: VisitScore
    /// Every visit that the app found, counted or not.
    public let visits: [FoundVisit]
    /// The most regions that the system ever watched for the app at once.
    public let mostWatched: Int
    /// What the system watches for the app in the end.
    public let watched: [String]

    /// What the app asked of the phone.
    public let costs: PhoneCosts
    /// What the app sent to a service; `nil` where it sends nothing.
    public let uploads: UploadCounts?

    /// What the app told, or the service where that finds the visits alone, in the order of telling.
    public var events: [GeofenceEvent] {
        entries.compactMap { entry in
            switch entry.item {
            case .event(let event): event
            case .served(let event): app == .gymvisits ? nil : event
            default: nil
            }
        }
    }

    /// How many visits count.
    public var counted: Int { visits.count(where: \.isCounted) }
}
