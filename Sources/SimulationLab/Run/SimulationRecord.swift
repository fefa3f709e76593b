package import PhoneSimulator
package import VisitModel

/// What came of a scenario.
package struct SimulationRecord: Sendable {
    /// The story.
    package let scenario: Scenario
    /// Which app the phone had.
    package let app: AppKind
    /// What happened, in order.
    package let entries: [TimelineEntry]
    /// What was found beside what was.
    package let score: VisitScore
    /// Every visit that the app found, counted or not.
    package let visits: [FoundVisit]
    /// The most regions that the system ever watched for the app at once.
    package let mostWatched: Int
    /// What the system watches for the app in the end.
    package let watched: [String]

    /// What the app asked of the phone.
    package let costs: PhoneCosts
    /// What the app sent to a service; `nil` where it sends nothing.
    package let uploads: UploadCounts?

    /// What the app told, or the service where that finds the visits alone, in the order of telling.
    package var events: [GeofenceEvent] {
        entries.compactMap { entry in
            switch entry.item {
            case .event(let event): event
            case .served(let event): app == .gymvisits ? nil : event
            default: nil
            }
        }
    }

    /// How many visits count.
    package var counted: Int { visits.count(where: \.isCounted) }
}
