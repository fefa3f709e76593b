package import PhoneSimulator
package import VisitModel

package struct SimulationRecord: Sendable {
    package let scenario: Scenario
    package let app: AppKind
    /// The timeline, in order.
    package let entries: [TimelineEntry]
    /// The visits found, compared with the true ones.
    package let score: VisitScore
    /// Every visit that was found, counted or not.
    package let visits: [FoundVisit]
    /// The largest number of regions registered for the app at once.
    package let mostWatched: Int
    /// The app's registered regions at the end.
    package let watched: [String]

    /// What the app requested of the phone.
    package let costs: PhoneCosts
    /// The app's requests to a service; `nil` for an app without one.
    package let uploads: UploadCounts?

    /// The events of the app, or of the service where only that finds the visits, in order of emission.
    package var events: [GeofenceEvent] {
        entries.compactMap { entry in
            switch entry.item {
            case .event(let event): event
            case .served(let event): app == .gymvisits ? nil : event
            default: nil
            }
        }
    }

    package var counted: Int { visits.count(where: \.isCounted) }
}
