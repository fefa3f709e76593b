internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// Authenticates the sender of a request; the endpoint checks the authorization.
///
/// An unknown path is reported as such only to clients with a token.
struct AccessMiddleware: RouterMiddleware {
    let gatekeeper: Gatekeeper

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            context.caller = try caller(of: request)
        } catch {
            // An open endpoint answers although no token can be looked up.
            context.caller = .failed(error)
        }
        context.admittedAt = gatekeeper.uptime()
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            switch context.caller {
            case .refused(let problem): throw problem
            case .failed(let failure): throw failure
            case .known, .unknown: throw error
            }
        }
    }

    private func caller(of request: Request) throws -> ServiceContext.Caller {
        let credentials = Credentials(
            authorization: request.headers[.authorization],
            query: request.uri.query ?? ""
        )
        guard let text = credentials.token else {
            return .refused(
                .unauthorized(
                    "this needs a token: as `Authorization: Bearer`, as the password of Basic, or as `?token=`"
                )
            )
        }
        guard let token = AccessToken(text: text) else {
            return .refused(.unauthorized("this is not a Footfall token; tokens begin with `ff_`"))
        }
        switch try gatekeeper.admit(token) {
        case .known(let principal): return .known(principal, userName: credentials.userName)
        case .unknown: return .refused(.unauthorized("this token is unknown or was removed"))
        case .expired: return .refused(.unauthorized("this token has expired; `footfall tokens add` creates another"))
        case .tooMany(let seconds):
            return .refused(
                Problem(
                    .tooManyRequests,
                    "too_many_requests",
                    "this token has exceeded its request rate; wait \(seconds) s",
                    retryAfterSeconds: seconds
                )
            )
        }
    }
}

/// The credentials of a request.
///
/// They are `Authorization: Bearer`, which most apps can send; `Basic`, with the token as password or as user name
/// (OwnTracks, where the user name is the member); the token alone, as Radar's SDK sends its publishable key; the
/// query's `token` for apps that support no headers; or a dashboard's session.
struct Credentials {
    /// From any of these; `nil` where there was none.
    var token: String?
    /// The user name of `Basic`, where the token is the password.
    var userName: String?

    init(authorization: String?, query: some StringProtocol) {
        if let authorization {
            // By bytes, because this runs for every request and characters take several times as long.
            let words = authorization.utf8.drop { $0 == 0x20 }
            let scheme = words.prefix { $0 != 0x20 }
            let value = String(Substring(words[scheme.endIndex...].drop { $0 == 0x20 }))
            let word = String(Substring(scheme))
            guard !value.isEmpty else {
                // A single word is accepted only as a token, and is not looked up otherwise.
                if AccessToken(text: word) != nil { token = word }
                return
            }
            switch word.lowercased() {
            case "bearer": token = value
            case "basic": readBasic(value)
            default: break
            }
            return
        }
        token = Self.queryToken(query)
    }

    private mutating func readBasic(_ value: String) {
        // Overland's OwnTracks mode sends `token:` as it is, not in base64.
        let text = Data(base64Encoded: value).map { String(decoding: $0, as: UTF8.self) } ?? value
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (user, password) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        if password.isEmpty || AccessToken(text: user) != nil {
            token = user
        } else {
            (token, userName) = (password, user)
        }
    }

    /// A token's letters need no unquoting.
    private static func queryToken(_ query: some StringProtocol) -> String? {
        for part in query.split(separator: "&") where part.hasPrefix("token=") {
            return String(part.dropFirst(6))
        }
        return nil
    }
}
