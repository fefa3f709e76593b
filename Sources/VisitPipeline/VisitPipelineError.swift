package import VisitModel

/// An error between the file readers, the engine and the store.
package typealias VisitPipelineError = CodedError<VisitPipelineErrorCode>

/// The kinds of `VisitPipelineError`.
package enum VisitPipelineErrorCode: String, ErrorCode, CaseIterable {
    /// A file can't be opened or read.
    case unreadableFile
    /// The input was understood but can't be used.
    case unusableInput
    /// A policy file has invalid content.
    case policy
    /// No device has the id.
    case unknownDevice

    /// The file with the key that encrypts endpoints' secrets can't be created, read or used.
    case keyFile
    /// Another process delivers the messages of the database.
    case deliveringElsewhere
    /// No endpoint has the name.
    case unknownEndpoint
    /// The input is no valid endpoint.
    case endpoint
}
