internal import Crypto

/// The form tokens against cross-site request forgery: an HMAC of the session's id with a key of this process.
///
/// Another site can make a browser send a form to the service, but can't read its pages and so does not know the token
/// (OWASP, "Cross-Site Request Forgery Prevention", HMAC based token).
struct FormToken: Sendable {
    private let key: SymmetricKey

    init() {
        key = SymmetricKey(size: .bits256)
    }

    /// The form token of a session, or of a browser without one.
    ///
    /// - Parameter id: the value of its cookie.
    /// - Returns: 43 characters that need no quoting.
    func code(of id: String) -> String {
        Base64URL.text(of: Array(code(id)))
    }

    /// Whether a form token belongs to a session, compared in constant time.
    func accepts(_ code: String?, of id: String) -> Bool {
        guard let code, let bytes = Base64URL.bytes(of: code) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Array(id.utf8), using: key)
    }

    private func code(_ id: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(id.utf8), using: key)
    }
}
