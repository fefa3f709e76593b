internal import PhoneOS
internal import VisitModel

/// Finds registrations lost in an update, a reinstall or a clearing of data.
struct UpdateRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        var (restored, gone): ([Evidence], [Evidence]) = ([], [])
        var isUpdate = false
        for (time, note) in reading.notes {
            guard case .lost(let ids, let loss) = note, Self.losses.contains(loss) else { continue }
            isUpdate = isUpdate || loss == .appUpdate
            let limit = time.advanced(bySeconds: CaseReading.restorationSeconds)
            let back = reading.firstAdded(by: limit) { $0 >= time }
            let words = loss.rawValue.replacing("_", with: " ")
            let lost = Evidence(time, "\(words) removed \(Evidence.words(geofences: ids.count))")
            if let back {
                let seconds = Evidence.words(seconds: time.seconds(to: back))
                restored += [lost, Evidence(back, "registered again after \(seconds)")]
            } else if limit <= reading.history.span.upperBound {
                gone += [lost, Evidence(limit, "nothing was registered again by then")]
            }
        }
        let lasting = Finding(
            .lostAfterReinstall,
            title: "The geofences are gone after an update, a reinstall or a clearing of data",
            cause: "the system removes an app's geofences then, and nothing registered them again",
            advice:
                "register the saved places again after MY_PACKAGE_REPLACED; after a reinstall, when the app is "
                + "opened, and remove registrations under identifiers that the app does not know",
            evidence: gone
        )
        guard isUpdate, reading.history.platform == .android else { return [lasting] }
        return [updated(isHandled: gone.isEmpty, evidence: restored + gone), lasting]
    }

    private static let losses: Set<SystemNote.Loss> = [.appUpdate, .uninstall, .appDataCleared, .playDataCleared]

    private func updated(isHandled: Bool, evidence: [Evidence]) -> Finding {
        Finding(
            .lostByUpdate,
            isHandled ? .note : .problem,
            title: "An update of the app removed the geofences",
            cause: "that is how Android behaves",
            advice: isHandled
                ? "nothing: they were registered again by the receiver of MY_PACKAGE_REPLACED"
                : "register them again in the receiver of MY_PACKAGE_REPLACED",
            evidence: evidence
        )
    }
}
