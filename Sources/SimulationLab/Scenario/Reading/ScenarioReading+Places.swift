internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitRecording
internal import VisitStore
internal import Yams

extension ScenarioReading {
    mutating func readPlaces() {
        var drafts: [FacilityDraft] = []
        if let value = keys?["facilities"] {
            if value.node.sequence != nil {
                for item in (try? value.items("")) ?? [] {
                    if let draft = facilityDraft(item) { drafts.append(draft) }
                }
            } else if value.node.scalar != nil, !value.isNothing {
                readFacilityFile(value)
            } else {
                let what = value.isNothing ? "is empty" : "is not a list"
                faults.add(value, "\(what), expected facilities or the name of a file")
            }
        }
        readNamedPlaces()
        places.resolve(&faults)
        for draft in drafts {
            if let facility = finish(draft) { facilities.append(facility) }
        }
        if let value = keys?["grid"] { readGrid(value) }
    }

    private mutating func readNamedPlaces() {
        guard let value = keys?["places"] else { return }
        guard let mapping = value.node.mapping else {
            let what = value.isNothing ? "is empty" : "is not a group of names"
            faults.add(value, "\(what), expected for instance home: \"39.95, -75.16\"")
            return
        }
        for (key, node) in mapping {
            let name = (key.scalar?.string ?? "").trimmed
            let place = ScenarioValue(node: node, key: "places.\(name)")
            if let character = name.firstUnprintable(except: "") {
                faults.add(
                    key.mark?.line ?? value.line,
                    value.key,
                    "has a name with the character \(character), which can't be shown, expected for instance home"
                )
                continue
            }
            guard !name.isEmpty else {
                faults.add(key.mark?.line ?? value.line, value.key, "has no name, expected for instance home")
                continue
            }
            let text = read(place) { try PlaceText.parse(try $0.text(PlaceText.examples)) }
            let entry = text.map { ScenarioPlaces.Entry.waiting($0, line: place.line, key: place.key) } ?? .broken
            if !places.add(name, entry) { faults.add(place, "is a facility's id too, expected another name") }
        }
    }

    /// Reads a file of facilities, and records the errors of its rows.
    private mutating func readFacilityFile(_ value: ScenarioValue) {
        guard let name = read(value, { try $0.text("the name of a file") }) else { return }
        let (path, before) = (path(name), faults.count)
        defer { places.isIncomplete = faults.count > before }
        do {
            let store = try VisitStore.temporary()
            let options = FacilityImportOptions(effectiveFrom: Timestamp(milliseconds: 0))
            let report = try store.importFacilities(from: path, options: options)
            let refused = report.diagnostics.entries.filter { $0.severity == .error }
            for entry in refused { faults.add(value, "\(entry)") }
            if refused.isEmpty, report.usable == 0 {
                faults.add(value, "\(path) has no facility, expected a row for each")
            }
            facilities = try store.facilities.all().map(\.facility)
        } catch {
            faults.add(value, expecting("a file of facilities", in: "\(error)"))
        }
        for facility in facilities { _ = places.add(facility.id.text, .at(facility.geofence.center)) }
    }

    /// Reads the member's list.
    mutating func list() -> [FacilityID]? {
        guard let value = keys?["list"] else { return nil }
        let known = Set(facilities.map(\.id.text))
        guard let items = read(value, { try $0.items("the ids of facilities, such as [gym, hall]") }) else {
            return nil
        }
        var (ids, seen): ([FacilityID], Set<String>) = ([], [])
        for item in items {
            guard let text = read(item, { try $0.text("a facility's id") }) else { continue }
            if !seen.insert(text).inserted {
                faults.add(item, "has \(quoted(text)) twice, expected it once")
            } else if known.contains(text) {
                if let id = read(item, { _ in try FacilityID(text) }) { ids.append(id) }
            } else if case .broken? = places[text] {
                continue
            } else if !places.isIncomplete {
                let some = facilities.prefix(12).map(\.id.text).joined(separator: ", ")
                let hint = facilities.isEmpty ? "no list, for there are no facilities" : "some of \(some)"
                faults.add(item, "\(quoted(text)) is not a facility, expected \(hint)")
            }
        }
        return ids
    }
}
