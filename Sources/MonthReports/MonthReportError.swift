package import VisitModel

/// An error of a month's report or of a payout rule.
package typealias MonthReportError = CodedError<MonthReportErrorCode>

/// The kinds of `MonthReportError`.
package enum MonthReportErrorCode: String, ErrorCode, CaseIterable {
    /// Not an amount of money, a currency or a payout rule.
    case payout
    /// The month can't be closed: it is not over, or not the next one.
    case closing
    /// What was to be closed is no longer what the month has.
    case outdated
}
