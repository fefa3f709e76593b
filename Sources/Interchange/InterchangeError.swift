package import VisitModel

/// An error because of which a document can't be read at all.
///
/// An unusable row is a `Diagnostic` and not an error: the good rows around it are kept.
package typealias InterchangeError = CodedError<InterchangeErrorCode>

/// The kinds of `InterchangeError`.
package enum InterchangeErrorCode: String, ErrorCode, CaseIterable {
    /// The document is empty.
    case empty
    /// The bytes are not text in any supported encoding.
    case encoding
    /// The format could not be detected from the content.
    case format
    /// The header lacks a required column.
    case header
    /// A column mapping names a column or a field that is not there.
    case mapping
    /// Neither the document nor the caller names the member or phone.
    case member
    /// A quote is opened and not closed, so that the rest of the document may be one field.
    case quote
}
