internal import HTTPTypes

/// The cookies of the dashboard (RFC 6265): never to be read by a script, never sent along from another site.
enum SessionCookie: String {
    /// Who is signed in.
    case session = "footfall_session"
    /// A browser that is not signed in, so that the form of the sign-in page is its own.
    case visitor = "footfall_visitor"

    /// What a request's cookie holds; `nil` where it has none, or one that we can't have made.
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

    /// The header that sets the cookie.
    ///
    /// - Parameters:
    ///   - value: what it holds; `nil` takes it away.
    ///   - isSecure: whether the browser came by HTTPS, and shall send it only so.
    /// - Returns: the value of `Set-Cookie`.
    func header(_ value: String?, isSecure: Bool) -> String {
        let life = value == nil ? 0 : Int(SessionBook.lifeSeconds)
        return "\(rawValue)=\(value ?? ""); Path=/; Max-Age=\(life); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
