internal import TrackingModel

/// The method of an upload's request.
///
/// Transistor types, HttpConfig.method and HttpMethod.
public enum HttpMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// Sends a new record.
    case post = "POST"
    /// Replaces a record.
    case put = "PUT"
    /// Changes a record.
    case patch = "PATCH"
    /// Asks what is allowed; the vendor sends records with it all the same.
    case options = "OPTIONS"
}

extension HttpMethod: ConfigWord {}

/// In which order stored records are uploaded and listed.
///
/// Transistor types, PersistenceConfig.locationsOrderDirection.
public enum LocationsOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// Oldest first.
    case ascending = "ASC"
    /// Newest first.
    case descending = "DESC"
}

extension LocationsOrder: ConfigWord {}

/// How the access token stands in the `Authorization` header.
///
/// Transistor types, AuthorizationConfig.strategy.
public enum AuthorizationStrategy: String, Hashable, Sendable, Codable, CaseIterable {
    /// `Bearer` and the token.
    case jwt = "JWT"
    /// The token alone.
    case sas = "SAS"
}

extension AuthorizationStrategy: ConfigWord {}
