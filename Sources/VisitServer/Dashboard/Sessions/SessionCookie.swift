internal import HTTPTypes

/// The cookies of the dashboard (RFC 6265): inaccessible to scripts, and not sent with cross-site requests.
enum SessionCookie: String {
    /// The cookie of a session.
    case session = "footfall_session"
    /// The cookie of a browser without a session, to which the form token of the sign-in page belongs.
    case visitor = "footfall_visitor"

    /// The cookie's value in a request; `nil` where it is missing or of another length.
    func value(in headers: HTTPFields) -> String? {
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
                guard parts.count == 2, parts[0] == rawValue, parts[1].utf8.count == 43 else { continue }
                return String(parts[1])
            }
        }
        return nil
    }

    /// Returns the header that sets the cookie.
    ///
    /// - Parameters:
    ///   - value: the value; `nil` to delete the cookie.
    ///   - isSecure: whether the browser used HTTPS, and may send the cookie only over it.
    /// - Returns: the value of `Set-Cookie`.
    func header(_ value: String?, isSecure: Bool) -> String {
        let life = value == nil ? 0 : Int(SessionStore.lifeSeconds)
        return "\(rawValue)=\(value ?? ""); Path=/; Max-Age=\(life); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
