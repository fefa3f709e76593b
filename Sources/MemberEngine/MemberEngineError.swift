package import VisitModel

/// An error of a member's evaluation.
package typealias MemberEngineError = CodedError<MemberEngineErrorCode>

/// The kinds of `MemberEngineError`.
package enum MemberEngineErrorCode: String, ErrorCode, CaseIterable {
    /// Fixes that the evaluation needs were removed while it read the device's history.
    case removedHistory = "removed_history"
    /// A member's carried record is damaged, or of another version.
    case damagedRecord = "damaged_record"
    /// A device occurs twice among the inputs of a call.
    case repeatedDevice = "repeated_device"

    /// The causes advise what helps where there is a database.
    package static let messagesNameCause = true
}

extension MemberEngineError {
    static func damagedRecord(of member: MemberID?, _ cause: any Error) -> MemberEngineError {
        let owner = member.map { "the state of `\($0)`" } ?? "a member's state"
        return MemberEngineError(
            .damagedRecord,
            "\(owner) is damaged or from another version; use the states of an earlier run, or count the member's fixes "
                + "again without a state",
            cause: cause
        )
    }
}
