internal import VisitModel

/// The places that a scenario can go to by name: its own and the facilities.
struct PlaceBook {
    /// What became of a name.
    enum Entry {
        /// It is here.
        case at(Coordinate)
        /// The file has it, but not where it is; that is a fault already.
        case broken
        /// It waits for another name.
        case waiting(PlaceText, line: Int, key: String)
    }

    private var entries: [String: Entry] = [:]
    /// Whether the file has more places, whose names could not be read: that is a fault already.
    var isIncomplete = false
    /// The names in the order of the file.
    private(set) var names: [String] = []

    /// Takes a name; false where it is taken already.
    mutating func add(_ name: String, _ entry: Entry) -> Bool {
        guard entries[name] == nil else { return false }
        entries[name] = entry
        names.append(name)
        return true
    }

    /// Where a name is; `nil` where the book does not have it.
    subscript(_ name: String) -> Entry? { entries[name] }

    /// The names for a message.
    var hint: String {
        guard !names.isEmpty else { return "a place of `places` or a facility, and there are none" }
        let shown = names.prefix(12).joined(separator: ", ")
        return "one of \(shown)" + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }

    /// Finds where all the names are that wait for others.
    mutating func resolve(_ faults: inout ScenarioFaults) {
        for name in names {
            var chain: [String] = []
            var onChain: Set<String> = []
            var next = name
            // Down to a name that is known, and back up: a chain may be as long as the file.
            while case .waiting(let text, let line, let key) = entries[next] {
                chain.append(next)
                onChain.insert(next)
                guard case .offset(_, _, let base) = text else { break }
                if onChain.contains(base) {
                    faults.add(
                        line,
                        key,
                        "\(quoted(name)) is named by way of itself, expected degrees for one of the places"
                    )
                    for name in chain { entries[name] = .broken }
                    chain = []
                    break
                }
                guard entries[base] != nil else {
                    if !isIncomplete { faults.add(line, key, "\(quoted(base)) is no place, expected \(hint)") }
                    entries[next] = .broken
                    break
                }
                next = base
            }
            for name in chain.reversed() { settle(name, &faults) }
        }
    }

    private mutating func settle(_ name: String, _ faults: inout ScenarioFaults) {
        guard case .waiting(let text, let line, let key) = entries[name] else { return }
        do {
            switch text {
            case .degrees(let place): entries[name] = .at(place)
            case .offset(let meters, let bearing, let base):
                guard case .at(let place) = entries[base] else {
                    entries[name] = .broken
                    return
                }
                entries[name] = .at(try place.away(meters: meters, bearingDegrees: bearing))
            }
        } catch {
            faults.add(line, key, (error as? Problem)?.message ?? "\(error)")
            entries[name] = .broken
        }
    }
}
