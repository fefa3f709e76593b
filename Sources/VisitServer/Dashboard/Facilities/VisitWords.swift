internal import VisitModel

extension Visit.Status {
    /// The status of a visit in words.
    var words: String {
        switch self {
        case .open: "there now"
        case .closed: "over"
        case .timedOut: "lost contact"
        case .withdrawn: "withdrawn"
        case .declined: "declined"
        }
    }
}

extension Visit.Verdict {
    /// The reason why a visit is not counted, in words; `nil` where it is.
    var reason: String? {
        switch self {
        case .counted: nil
        case .tooShort: "too short"
        case .weakEvidence: "weak evidence"
        case .ambiguous: "more likely elsewhere"
        case .sameDay: "another that day counts"
        case .doubtful: "doubtful fixes"
        case .unproven: "low confidence"
        case .takenBack: "withdrawn"
        }
    }
}

/// The confidence of a visit in words.
struct AssessmentWords: Sendable {
    /// The confidence: `97 % sure`.
    let confidence: String
    /// The terms that changed it most; `nil` where there are none.
    let why: String?

    init(_ assessment: Visit.Assessment) {
        confidence = "\(Int((assessment.confidence * 100).rounded())) % sure"
        why = assessment.reasons.map(\.sentence).joined(separator: "; ").orNothing
    }
}

extension Month {
    /// The month after a number of months; `nil` beyond the valid years.
    func advanced(by months: Int) -> Month? {
        let (years, month) = (year * 12 + self.month - 1 + months).quotientAndRemainder(dividingBy: 12)
        return try? Month(year: years, month: month + 1)
    }

    /// The number of its days.
    var length: Int {
        (28...31).last { CivilDate(year: year, month: month, day: $0) != nil } ?? 28
    }
}
