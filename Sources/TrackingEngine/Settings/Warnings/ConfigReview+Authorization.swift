internal import TrackingModel
import VisitModel

extension ConfigReview {
    /// Reviews the tokens.
    ///
    /// Transistor types, AuthorizationConfig.
    mutating func reviewAuthorization() {
        let authorization = config.authorization
        guard authorization != AuthorizationConfig() else { return }
        if !config.uploads {
            warn(.needsOption, "authorization.accessToken", "there is no upload for the token; set `http.url`")
        }
        if (authorization.accessToken ?? "").isEmpty {
            warn(.needsOption, "authorization.accessToken", "the other options of the group do nothing without a token")
        } else if config.http.headers.keys.contains(where: { $0.lowercased() == "authorization" }) {
            warn(.conflict, "http.headers", "the header Authorization is set from the token; omit it")
        }
        reviewRefresh(authorization)
    }

    private mutating func reviewRefresh(_ authorization: AuthorizationConfig) {
        let isWanted =
            authorization.refreshUrl != nil || authorization.refreshToken != nil
            || !authorization.refreshPayload.isEmpty
            || authorization.refreshHeaders != nil || config.tokenExpiry != nil
        guard isWanted else { return }
        if !config.canRefreshToken {
            let parts: [(path: String, isMissing: Bool)] = [
                ("authorization.refreshUrl", (authorization.refreshUrl ?? "").isEmpty),
                ("authorization.refreshToken", (authorization.refreshToken ?? "").isEmpty),
                ("authorization.refreshPayload", authorization.refreshPayload.isEmpty),
            ]
            for (path, isMissing) in parts where isMissing {
                warn(.missingKey, path, "a new token can't be requested without it; an expired one stops all uploads")
            }
        }
        let hasTag = authorization.refreshPayload.values.contains { $0.contains(AuthorizationConfig.refreshTokenTag) }
        if !authorization.refreshPayload.isEmpty, !hasTag {
            warn(
                .surprising,
                "authorization.refreshPayload",
                "no field has {refreshToken}, so that the token is not sent"
            )
        }
        if authorization.strategy == .sas {
            warn(
                .surprising,
                "authorization.strategy",
                "the app must renew a shared access signature itself, before it ends"
            )
        }
    }
}
