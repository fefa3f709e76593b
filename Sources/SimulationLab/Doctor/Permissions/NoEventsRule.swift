internal import PhoneOS
internal import VisitModel

/// Nothing was fired at all, and something stood in the way of it.
struct NoEventsRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        guard reading.crossings.isEmpty else { return [] }
        let evidence = refusals(in: reading) + missing(in: reading) + silence(in: reading)
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                .noEvents,
                title: "No events were fired",
                cause: "a permission is missing, location is off, or the phone can't watch places",
                advice:
                    "verify that foreground and background location and notifications are granted and that location "
                    + "services are on; on Android, that Google Play services are there and up to date",
                evidence: evidence
            )
        ]
    }

    /// What refused to watch, by its code.
    private func refusals(in reading: CaseReading) -> [Finding.Evidence] {
        let failures = (reading.history.log?.failures ?? []).map { Finding.Evidence($0.time, $0.text) }
        return failures
            + reading.errors.filter { Self.codes.contains($0.code) }.map {
                Finding.Evidence($0.time, "\($0.code): \($0.message)")
            }
    }

    private static let codes = Set(
        [
            PhoneError.Code.locationDenied, .regionMonitoringDenied, .geofenceNotAvailable,
            .insufficientLocationPermission, .playServicesUnavailable, .manifestIncomplete,
        ].map(\.rawValue)
    )

    /// What the log says was not allowed in the beginning.
    private func missing(in reading: CaseReading) -> [Finding.Evidence] {
        let start = reading.history.span.lowerBound
        return [Permission.fineLocation, .backgroundLocation]
            .filter { reading.isGranted($0, at: start) == false }
            .map { Finding.Evidence(start, "\($0.rawValue) is not granted") }
    }

    /// Nothing was ever registered.
    private func silence(in reading: CaseReading) -> [Finding.Evidence] {
        guard reading.registered.allSatisfy({ $0.ids.isEmpty }), !reading.history.places.isEmpty else { return [] }
        return [Finding.Evidence(reading.history.span.upperBound, "no geofence was ever registered")]
    }
}
