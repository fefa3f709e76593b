internal import Crypto

/// Makes what stands in every form, so that only our own pages can send it: a code of the session under a key of this run.
///
/// Another site can let a browser send a form here, but can't read our pages and so does not know the code (OWASP,
/// "Cross-Site Request Forgery Prevention", HMAC based token).
struct FormSeal: Sendable {
    private let key: SymmetricKey

    init() {
        key = SymmetricKey(size: .bits256)
    }

    /// The code of a session, or of a browser that is not signed in yet.
    ///
    /// - Parameter id: what its cookie holds.
    /// - Returns: 43 characters that need no quoting.
    func code(of id: String) -> String {
        Base64URL.text(of: Array(code(id)))
    }

    /// Whether a code is a session's, told in the same time whatever differs.
    func accepts(_ code: String?, of id: String) -> Bool {
        guard let code, let bytes = Base64URL.bytes(of: code) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Array(id.utf8), using: key)
    }

    private func code(_ id: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(id.utf8), using: key)
    }
}
