/// Which connections are open, from where, and which of them are idle.
///
/// Where there is no room, those that have been idle longest go, of the address that has most: a client that opens many
/// connections loses its own.
struct ConnectionTable {
    /// How many connections may be open.
    struct Limits: Hashable {
        /// From all addresses.
        var total: Int
        /// From one address.
        var perAddress: Int
    }

    /// The number of a connection, never given twice.
    typealias ID = UInt64

    /// What becomes of a new connection.
    enum Admission: Hashable {
        /// It may stay, and the idle ones named are to be closed.
        case admitted(ID, closing: [ID])
        /// It is to be closed: there is no room, and none is idle.
        case refused
    }

    private struct Entry {
        let address: String?
        /// The count of events at which it got idle; `nil` while a request is under way.
        var idleSince: UInt64?
    }

    /// The connections of one address.
    private struct Share {
        var open = 0
        var idle = 0
    }

    private let limits: Limits
    private var entries: [ID: Entry] = [:]
    private var shares: [String?: Share] = [:]
    private var idleCount = 0
    private var eventCount: UInt64 = 0

    init(limits: Limits) {
        self.limits = limits
    }

    /// The number of open connections.
    var count: Int { entries.count }

    /// Adds a connection.
    ///
    /// - Parameter address: where it comes from; `nil` for a trusted proxy, which shares its connections among many clients.
    /// - Returns: whether it may stay.
    mutating func open(from address: String?) -> Admission {
        var closing: [ID] = []
        if address != nil, let share = shares[address], share.open >= limits.perAddress {
            guard share.idle > 0 else { return .refused }
            closing = longestIdle(limits.perAddress / 16 + 1) { $0 == address }
        } else if entries.count >= limits.total {
            guard idleCount > 0 else { return .refused }
            closing = longestIdle(limits.total / 16 + 1) { _ in true }
        }
        for id in closing { close(id) }
        eventCount += 1
        entries[eventCount] = Entry(address: address, idleSince: eventCount)
        shares[address, default: Share()].open += 1
        shares[address]?.idle += 1
        idleCount += 1
        return .admitted(eventCount, closing: closing)
    }

    /// Notes that a request of a connection is under way.
    mutating func begin(_ id: ID) {
        guard let entry = entries[id], entry.idleSince != nil else { return }
        entries[id]?.idleSince = nil
        shares[entry.address]?.idle -= 1
        idleCount -= 1
    }

    /// Notes that no request of a connection is under way any more.
    mutating func end(_ id: ID) {
        guard let entry = entries[id], entry.idleSince == nil else { return }
        eventCount += 1
        entries[id]?.idleSince = eventCount
        shares[entry.address]?.idle += 1
        idleCount += 1
    }

    /// Removes a connection; one that is not in the table changes nothing.
    mutating func close(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        shares[entry.address]?.open -= 1
        if entry.idleSince != nil {
            shares[entry.address]?.idle -= 1
            idleCount -= 1
        }
        if shares[entry.address]?.open == 0 { shares[entry.address] = nil }
    }

    /// Some idle connections: of the address that has most first, the longest idle first.
    ///
    /// A sixteenth goes at a time, so that the search is not done for each new connection.
    private func longestIdle(_ count: Int, of isMeant: (String?) -> Bool) -> [ID] {
        let idle = entries.compactMap { id, entry in
            entry.idleSince.flatMap { since in
                isMeant(entry.address) ? (id: id, open: shares[entry.address]?.open ?? 0, since: since) : nil
            }
        }
        return idle.sorted { ($1.open, $0.since) < ($0.open, $1.since) }.prefix(count).map(\.id)
    }
}
