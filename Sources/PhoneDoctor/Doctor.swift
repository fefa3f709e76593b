/// Diagnoses a phone's history.
///
/// It uses what an operator can know: the events that the app emitted and, where the phone kept a log, what its OS
/// did. It never uses the simulated phone's true location.
package enum Doctor {
    /// The rules, in the order in which their findings are listed.
    static let rules: [any DoctorRule] = [
        NoEventsRule(), LastContactRule(), LimitRule(), AppKilledRule(), BackgroundRule(), RebootRule(), UpdateRule(),
        LocationOffRule(),
        NearestSetRule(), HoursRule(), FalseExitRule(), FlappingRule(), RepeatedEventRule(), ExitWithoutEntryRule(),
        DwellRule(), LateExitRule(), LateEventsRule(), PolygonRule(),
    ]

    /// The findings for a history.
    ///
    /// - Parameter history: what is known of the phone.
    /// - Returns: the findings, problems before notes; empty where the phone is healthy.
    package static func findings(in history: CaseHistory) -> [Finding] {
        let reading = CaseReading(history)
        let all = rules.flatMap { $0.findings(in: reading) }
        return all.filter { $0.weight == .problem } + all.filter { $0.weight == .note }
    }
}

/// A rule of the doctor, for one or a few related symptoms.
protocol DoctorRule: Sendable {
    /// The findings of this rule for a history.
    func findings(in reading: CaseReading) -> [Finding]
}
