package import VisitModel

/// An error of a member's evaluation.
package typealias MemberEngineError = CodedError<MemberEngineErrorCode>

/// The kinds of `MemberEngineError`.
package enum MemberEngineErrorCode: String, ErrorCode, CaseIterable {
    /// Fixes that the evaluation needs were removed while it read the device's history.
    case removedHistory = "removed_history"
    /// A member's carried record is damaged, or of another version.
    case damagedRecord = "damaged_record"
}
