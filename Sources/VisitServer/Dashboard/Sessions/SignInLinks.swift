internal import Cryptography
internal import VisitModel

/// Links that sign in one browser each, once.
///
/// A code is 32 random bytes. Codes are kept as digests, so that how long a search takes says nothing of them.
struct SignInLinks: Sendable {
    static let lifeSeconds = 30.0 * 60

    /// What a link is for.
    enum Purpose: Hashable, Sendable {
        /// A session with a token that exists.
        case session(AccessToken)
        /// The first token of a service that has none, with the role `admin`.
        case firstToken
    }

    private struct Link {
        let purpose: Purpose
        let endsAt: Timestamp
    }

    private var links: [[UInt8]: Link] = [:]

    /// The address of a link, without the service's own.
    static func path(of code: String) -> String { "/sign-in/link?code=\(code)" }

    mutating func add(_ code: String, _ purpose: Purpose, at now: Timestamp) {
        links = links.filter { $0.value.endsAt > now }
        links[Self.digest(code)] = Link(purpose: purpose, endsAt: now.advanced(bySeconds: Self.lifeSeconds))
    }

    /// What the link is for; `nil` where there is no such link, or it was used or has expired.
    func purpose(of code: String, at now: Timestamp) -> Purpose? {
        links[Self.digest(code)].flatMap { $0.endsAt > now ? $0.purpose : nil }
    }

    /// Removes the link and returns what it was for.
    mutating func use(_ code: String, at now: Timestamp) -> Purpose? {
        defer { links[Self.digest(code)] = nil }
        return purpose(of: code, at: now)
    }

    private static func digest(_ code: String) -> [UInt8] { SHA256.digest(of: code.utf8) }
}
