package import VisitModel

/// An error between the file readers, the engine and the store.
package typealias VisitPipelineError = CodedError<VisitPipelineErrorCode>

/// The kinds of `VisitPipelineError`.
package enum VisitPipelineErrorCode: String, ErrorCode, CaseIterable {
    /// A file can't be opened or read.
    case unreadableFile = "unreadable_file"
    /// The input was understood but can't be used.
    case unusableInput = "unusable_input"
    /// A policy file has invalid content.
    case policy
    /// No device has the id.
    case unknownDevice = "unknown_device"

    /// The file with the key that encrypts endpoints' secrets can't be created, read or used.
    case keyFile = "key_file"
    /// Another process delivers the messages of the database.
    case deliveringElsewhere = "delivering_elsewhere"
    /// No endpoint has the name.
    case unknownEndpoint = "unknown_endpoint"
    /// The input is no valid endpoint.
    case endpoint
}
