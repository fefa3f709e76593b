internal import Synchronization
internal import VisitModel
internal import VisitStore

/// All pages, their files, and signing in.
struct DashboardEndpoints: Sendable {
    let parts: ServiceParts
    let dashboard: Dashboard

    var all: [Endpoint] {
        let authentication = DashboardAuthentication(parts: parts, dashboard: dashboard)
        return [
            FileEndpoints(dashboard: dashboard).all, SignInPages(authentication: authentication).all,
            SignInLinkPages(authentication: authentication).all,
            OverviewPages(authentication: authentication).all, FacilityPages(authentication: authentication).all,
            DevicePages(authentication: authentication).all, DeviceEventPages(authentication: authentication).all,
            VisitPages(authentication: authentication).all, AdditionPages(authentication: authentication).all,
            ReviewPages(authentication: authentication).all, MemberPages(authentication: authentication).all,
            ReportPages(authentication: authentication).all,
            WebhookPages(authentication: authentication).all, DeliveryPages(authentication: authentication).all,
            ReplayPages(authentication: authentication).all,
            ImportPages(authentication: authentication).all,
            SetupPages(authentication: authentication).all, QuarantinePages(authentication: authentication).all,
            TokenPages(authentication: authentication).all, AccessRecordPages(authentication: authentication).all,
        ].flatMap(\.self)
    }
}

final class Dashboard: Sendable {
    let options: DashboardOptions
    let templates = PageTemplates()
    let files: DashboardFiles
    let headers: PageHeaders
    let formToken: FormToken
    let monitored = MonitoredPlaces()
    let livePhones = LivePhones()
    let uploads = PendingImports()
    /// Whether the service itself speaks HTTPS.
    private let isEncrypted: Bool
    private let sessions = Mutex(SessionStore())
    private let links = Mutex(SignInLinks())
    private let limit = Mutex(SignInLimit())

    init(options: DashboardOptions, isEncrypted: Bool) {
        self.options = options
        self.isEncrypted = isEncrypted
        var generator = SystemRandomNumberGenerator()
        self.formToken = FormToken(using: &generator)
        self.files = DashboardFiles(leafletFolder: options.leafletFolder)
        self.headers = PageHeaders(tileOrigin: options.tiles?.origin)
    }

    /// An unguessable id.
    static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.secret(using: &generator)
    }

    /// A form token of a session, or of a browser without one.
    func formCode(of id: String) -> String {
        var generator = SystemRandomNumberGenerator()
        return formToken.code(of: id, using: &generator)
    }

    /// Whether the browser uses HTTPS, directly or at a proxy.
    func isSecure(_ call: ServiceCall) -> Bool {
        isEncrypted || call.header("X-Forwarded-Proto")?.lowercased() == "https"
    }

    func begin(with token: AccessToken, at now: Timestamp) -> DashboardSession {
        let id = Self.newID()
        return sessions.withLock { $0.begin(id, token: token.id, digest: token.digest, at: now) }
    }

    func session(_ id: String, at now: Timestamp) -> DashboardSession? { sessions.withLock { $0.session(id, at: now) } }
    func end(_ id: String) { sessions.withLock { $0.end(id) } }
    func leave(_ flash: PageFlash, for id: String) { sessions.withLock { $0.leave(flash, for: id) } }
    func takeFlash(_ id: String) -> PageFlash? { sessions.withLock { $0.takeFlash(id) } }

    /// Makes a link and returns its path.
    func addLink(for purpose: SignInLinks.Purpose, at now: Timestamp) -> String {
        let code = Self.newID()
        links.withLock { $0.add(code, purpose, at: now) }
        return SignInLinks.path(of: code)
    }

    func link(_ code: String, at now: Timestamp) -> SignInLinks.Purpose? {
        links.withLock { $0.purpose(of: code, at: now) }
    }
    func useLink(_ code: String, at now: Timestamp) -> SignInLinks.Purpose? { links.withLock { $0.use(code, at: now) } }

    /// Returns the number of seconds to wait where there were too many failures.
    func recordFailure(from address: String, at now: Timestamp) -> Int? {
        limit.withLock { $0.recordFailure(from: address, at: now) }
    }
}

package struct DashboardOptions: Sendable {
    /// The folder of Debian's Leaflet package, the library that draws maps.
    package static let standardLeafletFolder = "/usr/share/javascript/leaflet"

    /// Has Leaflet's `leaflet.js` and `leaflet.css`; without them, pages show an explanation in place of a map.
    package var leafletFolder = Self.standardLeafletFolder
    /// `nil` for a plain grid, so that no request leaves the machine.
    package var tiles: TileSource?

    package init() {}
}
