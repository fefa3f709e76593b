/// The table of open connections, their addresses and their idle times.
///
/// Where there is no room, the longest idle connections of the address with the most connections are closed: a client
/// that opens many connections loses its own.
struct ConnectionTable {
    struct Limits: Hashable {
        /// For all addresses.
        var total: Int
        /// For one address.
        var perAddress: Int
    }

    /// Never reused.
    typealias ID = UInt64

    enum Admission: Hashable {
        /// The connection is accepted, and the listed idle ones are to be closed.
        case admitted(ID, closing: [ID])
        /// The connection is to be closed: there is no room, and none is idle.
        case refused
    }

    private struct Entry {
        /// The index of the address in `shares`.
        let share: Int
        /// The event count at which the connection became idle; `nil` while a request is in progress.
        var idleSince: UInt64?
    }

    /// The connections of one address.
    private struct Share {
        var address: String?
        var open = 0
        var idle = 0
    }

    private let limits: Limits
    private var entries: [ID: Entry] = [:]
    /// By index, so that the begin and end of a request need no look-up of the address.
    private var shares: [Share] = []
    private var places: [String?: Int] = [:]
    private var freePlaces: [Int] = []
    private var idleCount = 0
    private var eventCount: UInt64 = 0

    init(limits: Limits) {
        self.limits = limits
    }

    var count: Int { entries.count }

    /// The address is `nil` for a trusted proxy, which serves many clients.
    mutating func open(from address: String?) -> Admission {
        var closing: [ID] = []
        if address != nil, let place = places[address], shares[place].open >= limits.perAddress {
            guard shares[place].idle > 0 else { return .refused }
            closing = longestIdle(limits.perAddress / 16 + 1) { $0 == place }
        } else if entries.count >= limits.total {
            guard idleCount > 0 else { return .refused }
            closing = longestIdle(limits.total / 16 + 1) { _ in true }
        }
        for id in closing { close(id) }
        eventCount += 1
        let place = place(of: address)
        entries[eventCount] = Entry(share: place, idleSince: eventCount)
        shares[place].open += 1
        shares[place].idle += 1
        idleCount += 1
        return .admitted(eventCount, closing: closing)
    }

    mutating func begin(_ id: ID) {
        guard let index = entries.index(forKey: id), entries.values[index].idleSince != nil else { return }
        entries.values[index].idleSince = nil
        shares[entries.values[index].share].idle -= 1
        idleCount -= 1
    }

    /// Records that no request of a connection is in progress any more.
    mutating func end(_ id: ID) {
        guard let index = entries.index(forKey: id), entries.values[index].idleSince == nil else { return }
        eventCount += 1
        entries.values[index].idleSince = eventCount
        shares[entries.values[index].share].idle += 1
        idleCount += 1
    }

    /// An unknown connection changes nothing.
    mutating func close(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        shares[entry.share].open -= 1
        if entry.idleSince != nil {
            shares[entry.share].idle -= 1
            idleCount -= 1
        }
        guard shares[entry.share].open == 0 else { return }
        places[shares[entry.share].address] = nil
        freePlaces.append(entry.share)
    }

    /// The index in `shares`; a new one where the address has none.
    private mutating func place(of address: String?) -> Int {
        if let place = places[address] { return place }
        let place = freePlaces.popLast() ?? shares.count
        if place == shares.count { shares.append(Share()) }
        shares[place] = Share(address: address)
        places[address] = place
        return place
    }

    /// Returns idle connections: those of the address with the most connections first, then the longest idle first.
    ///
    /// A sixteenth is closed at a time, so that the search is not repeated for each new connection.
    private func longestIdle(_ count: Int, of isMeant: (Int) -> Bool) -> [ID] {
        let idle = entries.compactMap { id, entry in
            entry.idleSince.flatMap { since in
                isMeant(entry.share) ? (id: id, open: shares[entry.share].open, since: since) : nil
            }
        }
        return idle.sorted { ($1.open, $0.since) < ($0.open, $1.since) }.prefix(count).map(\.id)
    }
}
