internal import PhoneOS
internal import VisitModel

/// Finds iOS apps that get no events in the background, or after the app ended, because "Always" is not granted.
struct BackgroundRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        guard reading.history.platform == .ios else { return [] }
        let dropped = reading.notes.compactMap { Evidence(dropped: $0, by: .permission, "not granted") }
        let withheld = withheld(in: reading)
        guard !withheld.isEmpty else { return [] }
        var findings = [
            Finding(
                .noBackgroundEvents,
                title: "No events while the app is in the background",
                cause: "location is granted \"While Using the App\" only",
                advice: "have the member grant \"Always Allow\", and make sure that the phone can monitor regions",
                evidence: withheld + dropped
            )
        ]
        let ends = reading.notes.filter { $0.note == .app(.terminated) || $0.note == .app(.forceQuit) }
            .filter { reading.isGranted(.backgroundLocation, at: $0.time) == false }
        if !ends.isEmpty {
            findings.append(
                Finding(
                    .nothingAfterKill,
                    title: "No events after the app has ended",
                    cause: "without \"Always Allow\" iOS does not launch the app for a region",
                    advice: "have the member grant \"Always Allow\": region monitoring needs it to relaunch the app",
                    evidence: withheld + ends.map { Evidence($0.time, "the app's process ended") }
                )
            )
        }
        return findings
    }

    /// The times from which "Always" was not granted although location was.
    private func withheld(in reading: CaseReading) -> [Evidence] {
        let start = reading.history.span.lowerBound
        var evidence: [Evidence] = []
        if reading.isGranted(.fineLocation, at: start) == true,
            reading.isGranted(.backgroundLocation, at: start) == false
        {
            evidence.append(Evidence(start, "background location is not granted"))
        }
        for (time, note) in reading.notes {
            guard case .changed(Permission.backgroundLocation.rawValue, let value) = note,
                value != PermissionStatus.granted.rawValue, reading.isGranted(.fineLocation, at: time) == true
            else { continue }
            evidence.append(Evidence(time, "background location was set to \(value)"))
        }
        guard reading.history.log == nil else { return evidence }
        return reading.errors.filter { $0.code == PhoneError.Code.regionMonitoringDenied.rawValue }
            .map { Evidence($0.time, "\($0.code): \($0.message)") }
    }
}
