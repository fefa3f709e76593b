/// Reads a phone's history and says what is wrong with it.
///
/// It knows what an operator can know: what the app told, and, where the phone kept a log, what its system did. Never where
/// the phone really was.
package enum Doctor {
    /// The rules, in the order in which their findings are told.
    static let rules: [any DoctorRule] = [
        NoEventsRule(), LastContactRule(), LimitRule(), AppKilledRule(), BackgroundRule(), RebootRule(), UpdateRule(),
        LocationOffRule(),
        NearestSetRule(), HoursRule(), FalseExitRule(), FlappingRule(), RepeatedEventRule(), ExitWithoutEntryRule(),
        DwellRule(), LateExitRule(), LateEventsRule(), PolygonRule(),
    ]

    /// Looks at a history.
    ///
    /// - Parameter history: what is known of the phone.
    /// - Returns: what is wrong with it, problems first; nothing where it is healthy.
    package static func findings(in history: CaseHistory) -> [Finding] {
        let reading = CaseReading(history)
        let all = rules.flatMap { $0.findings(in: reading) }
        return all.filter { $0.weight == .problem } + all.filter { $0.weight == .note }
    }
}

/// One thing that a doctor looks for.
protocol DoctorRule: Sendable {
    /// What it finds in a history.
    func findings(in reading: CaseReading) -> [Finding]
}
