internal import VisitModel
internal import VisitStore

/// What the service has received of a phone since its token was made, for the page that waits for it.
struct FirstFix: Encodable, Sendable {
    enum State: String, Encodable, Sendable {
        case waiting, received
        /// The phone reaches the service, and what it sent can't be used.
        case refused
    }

    let state: State
    let text: String
    /// A page of the dashboard.
    let address: String?

    /// `knownFixes` is how many fixes the phones of the token had when it was made.
    ///
    /// Their own times say nothing: an app may send first what it kept, and a clock may be behind.
    init(token: AccessTokenRecord, knownFixes: Int, in store: VisitStore, clock: PageClock) throws {
        let phones = try Self.phones(of: token, in: store)
        if Self.fixes(of: phones) > knownFixes, let phone = phones.max(by: Self.isOlder), let time = phone.newestFixAt {
            let device = HiddenCharacters.shown(in: phone.device.id.text)
            (state, address) = (.received, DashboardLink.device(phone.device.id))
            text = "✓ received: a fix of \(clock.clock(time)) by the phone \(device)"
            return
        }
        var filter = QuarantineFilter(device: token.device, member: token.member, since: token.createdAt)
        (filter.newestFirst, filter.limit) = (true, 1)
        if let record = try store.quarantine.all(matching: filter).first {
            (state, address) = (.refused, DashboardLink.quarantined(record.key))
            text = "the phone sent a record that can't be used: \(HiddenCharacters.shown(in: record.message))"
            return
        }
        (state, address) = (.waiting, nil)
        text = "waiting for the first fix …"
    }

    /// How many fixes the phones that a token is for have now; `nil` for a token that is for any, of which it is not known
    /// what it sent.
    static func knownFixes(of token: AccessTokenRecord, in store: VisitStore) throws -> Int? {
        guard token.device != nil || token.member != nil else { return nil }
        return try fixes(of: phones(of: token, in: store))
    }

    private static func phones(of token: AccessTokenRecord, in store: VisitStore) throws -> [StoredDevice] {
        if let device = token.device { return try store.devices.find(device).map { [$0] } ?? [] }
        guard let member = try token.member.flatMap(store.members.find) else { return [] }
        return try member.devices.compactMap { try store.devices.find($0.id) }
    }

    private static func fixes(of phones: [StoredDevice]) -> Int { phones.reduce(0) { $0 + $1.fixCount } }

    private static func isOlder(_ one: StoredDevice, _ other: StoredDevice) -> Bool {
        guard let time = other.newestFixAt else { return false }
        return one.newestFixAt.map { $0 < time } ?? true
    }
}
