internal import VisitModel

extension Visit.Status {
    /// How far a visit has come, for people.
    var words: String {
        switch self {
        case .open: "there now"
        case .closed: "over"
        case .timedOut: "fell silent"
        case .withdrawn: "taken back"
        case .declined: "declined"
        }
    }
}

extension Visit.Verdict {
    /// Why a visit does not count, for people; `nil` where it does.
    var reason: String? {
        switch self {
        case .counted: nil
        case .tooShort: "too short"
        case .weakEvidence: "weak evidence"
        case .ambiguous: "more clearly elsewhere"
        case .sameDay: "another that day counts"
        case .doubtful: "doubtful fixes"
        case .unproven: "not proven enough"
        case .takenBack: "taken back"
        }
    }
}

/// How sure a visit is, for people.
struct AssessmentWords: Sendable {
    /// The confidence: `97 % sure`.
    let confidence: String
    /// What moved it most; `nil` where nothing did.
    let why: String?

    init(_ assessment: Visit.Assessment) {
        confidence = "\(Int((assessment.confidence * 100).rounded())) % sure"
        why = assessment.reasons.map(\.sentence).joined(separator: "; ").orNothing
    }
}

extension Month {
    /// The month so many months later; `nil` beyond the years that there are.
    func advanced(by months: Int) -> Month? {
        let (years, month) = (year * 12 + self.month - 1 + months).quotientAndRemainder(dividingBy: 12)
        return try? Month(year: years, month: month + 1)
    }

    /// How many days it has.
    var length: Int {
        (28...31).last { CivilDate(year: year, month: month, day: $0) != nil } ?? 28
    }
}
