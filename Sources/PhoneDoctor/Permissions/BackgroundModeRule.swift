internal import PhoneOS
internal import VisitModel

/// Finds iOS apps that monitor facilities and were built without the background mode for location.
struct BackgroundModeRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        guard reading.history.platform == .ios else { return [] }
        return [
            Finding(
                .noBackgroundEvents,
                title: "The app was built without the background mode for location",
                cause:
                    "Background Modes > Location Updates is off in the app's Xcode project: iOS delivers no fix to the "
                    + "app in the background, so that arrivals and departures are confirmed late or not at all",
                advice:
                    "enable Background Modes > Location Updates in the app's Xcode project, under Signing & "
                    + "Capabilities, and release the app again",
                evidence: evidence(in: reading)
            )
        ]
    }

    /// The phone's log, or without one the app's error of each start of monitoring.
    private func evidence(in reading: CaseReading) -> [Evidence] {
        guard let log = reading.history.log else {
            return reading.errors.filter {
                $0.code == PhoneError.Code.manifestIncomplete.rawValue && $0.message == AppManifest.missingModeMessage
            }
            .map { Evidence($0.time, "\($0.code): \($0.message)") }
            .firstThree(andMore: "more such errors", datedBy: 3)
        }
        // Without a single event this is the reason, which `NoEventsRule` reports.
        let isReason = log.requestsUpdates && reading.crossings.isEmpty
        guard log.lacksLocationMode, !isReason else { return [] }
        let text = "the app's list of background modes (`UIBackgroundModes`) lacks `location`"
        return [Evidence(reading.history.span.lowerBound, text)]
    }
}
