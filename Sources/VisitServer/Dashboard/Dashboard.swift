internal import Synchronization
internal import VisitModel
internal import VisitStore

/// The state of the dashboard: sessions, settings, templates and files.
final class Dashboard: Sendable {
    let options: DashboardOptions
    let templates = PageTemplates()
    let files: DashboardFiles
    let headers: PageHeaders
    let seal = FormToken()
    let monitored = MonitoredPlaces()
    let uploads = PendingImports()
    /// Whether the service itself speaks HTTPS.
    let isEncrypted: Bool
    private let book = Mutex(SessionStore())
    private let limit = Mutex(SignInLimit())

    /// Makes a dashboard without sessions.
    init(options: DashboardOptions, isEncrypted: Bool) {
        self.options = options
        self.isEncrypted = isEncrypted
        self.files = DashboardFiles(leafletFolder: options.leafletFolder)
        self.headers = PageHeaders(tileOrigin: options.tiles?.origin)
    }

    /// Makes an unguessable id: 32 random bytes as text.
    static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.text(of: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    func begin(with token: AccessToken, at now: Timestamp) -> DashboardSession {
        let id = Self.newID()
        return book.withLock { $0.begin(id, token: token.id, digest: token.digest, at: now) }
    }

    func session(_ id: String, at now: Timestamp) -> DashboardSession? { book.withLock { $0.session(id, at: now) } }
    func end(_ id: String) { book.withLock { $0.end(id) } }
    func leave(_ flash: PageFlash, for id: String) { book.withLock { $0.leave(flash, for: id) } }
    func takeFlash(_ id: String) -> PageFlash? { book.withLock { $0.takeFlash(id) } }

    /// Records a failed sign-in; the result is the number of seconds to wait where there were too many.
    func recordFailure(from address: String, at now: Timestamp) -> Int? {
        limit.withLock { $0.recordFailure(from: address, at: now) }
    }
}
