internal import VisitModel

/// A facility of a scenario, before its place is resolved.
struct FacilityDraft {
    let id: FacilityID
    let line: Int
    var name = ""
    var address = PostalAddress()
    var radius = Radius.standard
    var polygon: Polygon?
    var dwell = DwellThreshold.standard
    var timeZone: TimeZoneName?
}

extension ScenarioReading {
    private static let facilityKeys = [
        "id", "name", "address", "city", "state", "postal_code", "country", "at", "radius", "polygon", "dwell",
        "time_zone",
    ]

    /// Reads one facility of the list; its place may be relative to another.
    mutating func facilityDraft(_ value: ScenarioValue) -> FacilityDraft? {
        let keys = Self.facilityKeys
        guard !value.isNothing else {
            faults.add(value, "has an empty list item, expected {id: gym, at: …}")
            return nil
        }
        guard let group = ScenarioGroup(value, of: "a facility", prefix: "facilities.", known: keys, &faults) else {
            return nil
        }
        guard let idValue = group["id"] else {
            faults.add(value.line, "facilities.id", "is missing, expected for instance id: gym")
            places.isIncomplete = true
            return nil
        }
        guard let id = read(idValue, { try FacilityID(try $0.name("an id")) }) else {
            places.isIncomplete = true
            return nil
        }
        var draft = FacilityDraft(id: id, line: value.line)
        set(group["name"], &draft.name) { try $0.name("a name", longest: 500) }
        set(group["address"], &draft.address.street) { try $0.name("a street", longest: 500) }
        set(group["city"], &draft.address.city) { try $0.name("a city", longest: 500) }
        set(group["state"], &draft.address.state) { try $0.name("a state", longest: 500) }
        set(group["postal_code"], &draft.address.postalCode) { try $0.name("a postal code", longest: 500) }
        set(group["country"], &draft.address.country) { try $0.name("a country", longest: 500) }
        set(group["dwell"], &draft.dwell, Self.dwell)
        set(group["radius"], &draft.radius, Self.radius)
        set(group["time_zone"], &draft.timeZone) { try TimeZoneName(try $0.text("a zone such as Europe/Berlin")) }
        let entry = fence(group, &draft)
        guard places.add(id.text, entry) else {
            faults.add(idValue, "\(quoted(id.text)) occurs twice, expected each id once")
            return nil
        }
        return draft
    }

    /// Reads a facility's place: its centre or its corners.
    private mutating func fence(_ group: ScenarioGroup, _ draft: inout FacilityDraft) -> ScenarioPlaces.Entry {
        switch (group["at"], group["polygon"]) {
        case (let at?, nil):
            guard let text = read(at, { try PlaceText.parse(try $0.text(PlaceText.examples)) }) else {
                return .broken
            }
            return .waiting(text, line: at.line, key: at.key)
        case (nil, let corners?):
            if let radius = group["radius"] {
                faults.add(radius, "can't be combined with a polygon, expected a radius with `at` only")
            }
            guard let polygon = read(corners, Self.polygon) else { return .broken }
            draft.polygon = polygon
            return .at(polygon.boundingCircle.center)
        case (_?, let corners?):
            faults.add(corners, "can't be combined with `at`, expected one of them")
            return .broken
        case (nil, nil):
            faults.add(draft.line, "facilities.at", "is missing, expected \(PlaceText.examples), or a polygon")
            return .broken
        }
    }

    private static func polygon(_ value: ScenarioValue) throws -> Polygon {
        let example = "corners such as [\"39.95, -75.16\", \"39.951, -75.16\", \"39.951, -75.158\"]"
        let corners = try value.items(example).map { item in
            let text = try item.text(example)
            guard let corner = try PlaceText.degrees(text) else {
                throw Problem("\(quoted(text)) is not a corner, expected \(example)")
            }
            return corner
        }
        let polygon: Polygon
        do {
            polygon = try Polygon(exterior: corners)
        } catch {
            throw Problem("\(error.message), expected \(example)")
        }
        if let (first, second) = polygon.crossing {
            throw Problem(
                "the polygon crosses itself where its edges from corner \(first) and corner \(second) meet, expected "
                    + "corners in their order round it"
            )
        }
        return polygon
    }

    static func radius(_ value: ScenarioValue) throws -> Radius {
        try Radius(meters: try value.length(Radius.allowedMeters))
    }

    static func dwell(_ value: ScenarioValue) throws -> DwellThreshold {
        let range = 0...Double(DwellThreshold.allowedSeconds.upperBound)
        return try DwellThreshold(seconds: Int(try value.duration(range).rounded()))
    }

    /// `nil` where the facility's place could not be resolved.
    func finish(_ draft: FacilityDraft) -> Facility? {
        let geofence: Geofence
        if let polygon = draft.polygon {
            geofence = .polygon(polygon)
        } else if case .at(let center)? = places[draft.id.text] {
            geofence = .circle(center: center, radius: draft.radius)
        } else {
            return nil
        }
        return Facility(
            id: draft.id,
            name: draft.name,
            address: draft.address,
            geofence: geofence,
            dwellThreshold: draft.dwell,
            timeZone: draft.timeZone
        )
    }
}
