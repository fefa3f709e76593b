internal import VisitModel

/// What the buttons of a review send.
enum VisitChangeForm: String, CaseIterable {
    case confirm, decline, note, clear, undo

    /// A note that is `nil` keeps the former one, but for a note alone.
    func change(_ note: String?) -> VisitReview.Edit.Change {
        switch self {
        case .confirm: .set(decision: .confirmed, note: note)
        case .decline: .set(decision: .declined, note: note)
        case .note: .set(decision: nil, note: note ?? "")
        case .clear: .clear
        case .undo: .undo
        }
    }

    static var missing: Problem {
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return .invalid("`change` is missing, expected one of \(names)", field: "change")
    }

    static var withoutReason: Problem {
        .invalid("Nothing was changed: a visit is declined with a reason.", field: "note")
    }
}
