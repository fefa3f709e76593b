package import VisitModel

/// A failure to write a table.
package typealias TablesError = CodedError<TablesErrorCode>

/// The kinds of `TablesError`.
package enum TablesErrorCode: String, ErrorCode, CaseIterable {
    /// The file can't be created or written.
    case output
    /// There are more rows than the format can hold.
    case tooLong = "too_long"
}
