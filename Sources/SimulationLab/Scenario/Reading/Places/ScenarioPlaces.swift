internal import VisitModel

/// The named places of a scenario: its own and the facilities.
struct ScenarioPlaces {
    enum Entry {
        case at(Coordinate)
        /// A name of the file without a valid place, for which an error is already recorded.
        case broken
        /// A place that may be relative to another, and is not resolved yet.
        case waiting(PlaceText, line: Int, key: String)
    }

    private var entries: [String: Entry] = [:]
    /// Whether the file has more places with unreadable names, for which an error is already recorded.
    var isIncomplete = false
    /// The names in the order of the file.
    private(set) var names: [String] = []

    /// Adds a name; returns false where it exists already.
    mutating func add(_ name: String, _ entry: Entry) -> Bool {
        guard entries[name] == nil else { return false }
        entries[name] = entry
        names.append(name)
        return true
    }

    subscript(_ name: String) -> Entry? { entries[name] }

    var hint: String {
        guard !names.isEmpty else { return "a place of `places` or a facility, and there are none" }
        let shown = names.prefix(12).joined(separator: ", ")
        return "one of \(shown)" + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }

    /// Resolves all places that are relative to others.
    mutating func resolve(_ faults: inout ScenarioFaults) {
        for name in names {
            var chain: [String] = []
            var onChain: Set<String> = []
            var next = name
            // Iterative, because a chain of references may be as long as the file.
            while case .waiting(let text, let line, let key) = entries[next] {
                chain.append(next)
                onChain.insert(next)
                guard case .offset(_, _, let base) = text else { break }
                if onChain.contains(base) {
                    faults.add(
                        line,
                        key,
                        "\(quoted(name)) refers to itself, expected degrees for one of the places"
                    )
                    for name in chain { entries[name] = .broken }
                    chain = []
                    break
                }
                guard entries[base] != nil else {
                    if !isIncomplete { faults.add(line, key, "\(quoted(base)) is not a place, expected \(hint)") }
                    entries[next] = .broken
                    break
                }
                next = base
            }
            for name in chain.reversed() { resolve(name, &faults) }
        }
    }

    private mutating func resolve(_ name: String, _ faults: inout ScenarioFaults) {
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
            faults.add(line, key, "\(error)")
            entries[name] = .broken
        }
    }
}
