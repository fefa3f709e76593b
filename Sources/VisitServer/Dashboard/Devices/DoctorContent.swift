internal import PhoneDoctor
internal import VisitModel
internal import VisitStore

/// The doctor's diagnosis of a phone's history.
struct DoctorContent: Sendable {
    /// Beyond this number of facilities the doctor runs on request only, because it reads all of them.
    private static let facilityLimit = 5_000
    private static let evidenceLimit = 10

    let findings: [FindingContent]
    let isHealthy: Bool
    /// Whether the doctor was not run, because that takes a while.
    let isLeftOut: Bool

    struct FindingContent: Sendable {
        let isProblem: Bool
        let title: String
        let cause: String
        let advice: String
        let evidence: [Evidence]
        let more: String?
    }

    /// An observation that supports the finding.
    struct Evidence: Sendable {
        let time: PageClock.Moment
        let text: String
    }

    init(of device: DeviceID, _ store: VisitStore, isAsked: Bool, at now: Timestamp) throws {
        let isLarge =
            try store.facilities.all(matching: FacilityFilter(limit: Self.facilityLimit + 1)).count > Self.facilityLimit
        guard isAsked || !isLarge else {
            (findings, isHealthy, isLeftOut) = ([], false, true)
            return
        }
        let clock = try PageClock(store, at: now)
        findings = try Doctor.findings(in: CaseHistory(of: device, in: store, at: now)).map { finding in
            let hidden = finding.evidence.count - Self.evidenceLimit
            return FindingContent(
                isProblem: finding.weight == .problem,
                title: finding.title,
                cause: finding.cause,
                advice: finding.advice,
                evidence: finding.evidence.prefix(Self.evidenceLimit).map {
                    Evidence(time: clock.moment($0.time), text: $0.text)
                },
                more: hidden > 0 ? "and \(PageNumber.text(hidden)) more" : nil
            )
        }
        (isHealthy, isLeftOut) = (findings.isEmpty, false)
    }
}
