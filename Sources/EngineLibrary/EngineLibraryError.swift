internal import VisitModel

/// An error of a call of the library.
typealias EngineLibraryError = CodedError<EngineLibraryErrorCode>

/// The kinds of `EngineLibraryError`; the texts are part of the library's interface.
enum EngineLibraryErrorCode: String, ErrorCode, CaseIterable {
    /// A table has a column of a wrong type, lacks one, or has one that is not known.
    case column
    /// A value of a table can't be used.
    case value
    /// The rows of a member or a device are not next to each other.
    case order
    /// The options are not valid JSON, or have an unknown or invalid value.
    case options
    /// A state is damaged, of another version, or not of the member that it is given for.
    case state
    /// A pointer is null, or an engine was closed.
    case argument
}
