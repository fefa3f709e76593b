package import VisitModel

/// An error that prevents the service from starting, or stops it.
package typealias VisitServerError = CodedError<VisitServerErrorCode>

/// The kinds of `VisitServerError`.
package enum VisitServerErrorCode: String, ErrorCode, CaseIterable {
    /// The address can't be listened on.
    case cannotListen = "cannot_listen"
    /// Another process serves the database.
    case alreadyServing = "already_serving"
    /// The certificate or its key can't be used.
    case certificate
    /// A certificate was given to a build that can't encrypt.
    case builtWithoutTLS = "built_without_tls"
    /// The token, or a value for a new one, is invalid.
    case token

    /// The address of the map tiles is invalid.
    case tiles
}
