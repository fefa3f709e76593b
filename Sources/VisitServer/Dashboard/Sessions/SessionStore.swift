internal import Cryptography
internal import VisitModel
internal import VisitStore

/// The sessions, kept in memory, so that a restart of the service signs out all users.
struct SessionStore: Sendable {
    static let lifeSeconds = 12.0 * 3_600
    /// A further session ends the one that would expire first.
    static let limit = 10_000

    private var sessions: [String: DashboardSession] = [:]

    mutating func begin(
        _ id: String,
        token: TokenID,
        digest: [UInt8],
        at now: Timestamp
    ) -> DashboardSession {
        sessions = sessions.filter { $0.value.endsAt > now }
        if sessions.count >= Self.limit, let first = sessions.values.min(by: { $0.endsAt < $1.endsAt }) {
            sessions[first.id] = nil
        }
        let session = DashboardSession(
            id: id,
            token: token,
            digest: digest,
            endsAt: now.advanced(bySeconds: Self.lifeSeconds)
        )
        sessions[id] = session
        return session
    }

    /// `nil` where there is no such session, or it has expired.
    mutating func session(_ id: String, at now: Timestamp) -> DashboardSession? {
        guard let session = sessions[id] else { return nil }
        guard session.endsAt > now else {
            sessions[id] = nil
            return nil
        }
        return session
    }

    mutating func end(_ id: String) {
        sessions[id] = nil
    }

    /// For the next page.
    mutating func leave(_ flash: PageFlash, for id: String) {
        sessions[id]?.flash = flash
    }

    mutating func takeFlash(_ id: String) -> PageFlash? {
        defer { sessions[id]?.flash = nil }
        return sessions[id]?.flash
    }
}

struct DashboardSession: Hashable, Sendable {
    /// The value of the browser's cookie: 32 random bytes as text.
    let id: String
    /// The token of the sign-in; when it expires, so does the session.
    let token: TokenID
    /// Of the token's secret: another token with the same id does not continue the session.
    let digest: [UInt8]
    let endsAt: Timestamp
    /// The next page shows it once.
    var flash: PageFlash?
}

/// A message at the top of a page about a finished action, shown once.
struct PageFlash: Hashable, Sendable {
    enum Kind: String, Sendable {
        case done, failed
    }

    /// The name of a CSS class.
    let kind: String
    /// What happened, as a sentence.
    let text: String

    init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind.rawValue, text)
    }
}

/// The form tokens against cross-site request forgery: an HMAC of the session's id with a key of this process.
///
/// Another site can make a browser send a form to the service, but can't read its pages and so does not know the token
/// (OWASP, "Cross-Site Request Forgery Prevention", HMAC based token).
struct FormToken: Sendable {
    private let key: HMACSHA256

    /// Outside of tests the generator is always `SystemRandomNumberGenerator`.
    init(using generator: inout some RandomNumberGenerator) {
        key = HMACSHA256(key: .random(count: 32, using: &generator))
    }

    /// The form token of a session, or of a browser without one: 86 characters that need no quoting.
    ///
    /// The id is the value of the cookie. Each token is covered by random bytes, and so differs from the last: the
    /// lengths of packed pages would otherwise reveal it letter by letter (Gluck, Harris and Prado, "BREACH", 2013).
    func code(of id: String, using generator: inout some RandomNumberGenerator) -> String {
        let code = key.code(of: Array(id.utf8))
        let cover = code.map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Base64URL.text(of: cover + zip(cover, code).map { $0 ^ $1 })
    }

    /// Compares in constant time.
    func accepts(_ code: String?, of id: String) -> Bool {
        guard let code, let bytes = Base64URL.bytes(of: code), bytes.count == 2 * HMACSHA256.byteCount else {
            return false
        }
        let (cover, covered) = (bytes.prefix(HMACSHA256.byteCount), bytes.suffix(HMACSHA256.byteCount))
        return key.isValid(zip(cover, covered).map { $0 ^ $1 }, of: Array(id.utf8))
    }
}

/// The rate limit of failed sign-ins by client address: ten at once, then one every six seconds.
///
/// Valid tokens are not counted and always accepted, so that no client locks out another one of its address.
struct SignInLimit: Sendable {
    /// Per second.
    private static let rate = 1.0 / 6
    private static let burst = 10.0
    /// Beyond this number of addresses in memory all are removed, which allows each ten more attempts.
    private static let addressLimit = 10_000

    private var buckets: [String: TokenBucket] = [:]

    /// Returns `nil` within the limit; otherwise the number of seconds until the next attempt.
    mutating func recordFailure(from address: String, at now: Timestamp) -> Int? {
        if buckets.count >= Self.addressLimit, buckets[address] == nil { buckets = [:] }
        return buckets[address, default: TokenBucket(rate: Self.rate, burst: Self.burst, at: now)].removeToken(at: now)
    }
}
