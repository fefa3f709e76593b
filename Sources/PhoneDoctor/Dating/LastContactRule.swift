internal import VisitModel

/// Finds a phone that last reported too long before the current time.
struct LastContactRule: DoctorRule {
    /// How long a healthy phone may not report, in seconds: a weekend in one place, switched off or without a network.
    private static let patienceSeconds = 3 * 86_400.0

    func findings(in reading: CaseReading) -> [Finding] {
        guard let contact = reading.history.contact else { return [] }
        guard let last = contact.last else {
            return [
                finding("The phone has never sent anything", Evidence(contact.now, "no fix and no event is stored"))
            ]
        }
        let silent = last.seconds(to: contact.now)
        guard silent > Self.patienceSeconds else { return [] }
        let days = Int(silent / 86_400)
        return [
            finding(
                "The phone has sent nothing for \(days) days",
                Evidence(last, "the last fix or event, \(days) days ago")
            )
        ]
    }

    private func finding(_ title: String, _ evidence: Evidence) -> Finding {
        Finding(
            .noEvents,
            title: title,
            cause:
                "the app was removed, force-stopped or signed out, or its location permission was revoked; the phone "
                + "is off or can't reach the service; or its track was replayed from a file and no app sends fixes",
            advice:
                "open the app on the phone, and check that it may use the location in the background and reaches the "
                + "service; remove a device that is not used any more",
            evidence: [evidence]
        )
    }
}
