internal import VisitModel

/// The checks that span several rows: repeated ids, twins, distant points, and one warning for all circles that are too
/// small.
///
/// Rows are added as a stream and kept as hashes and numbers, some 100 bytes each, so that a million fit into memory.
/// Texts are compared by `StableDigest`.
struct FacilityChecks: Sendable {
    /// The part of a row that the checks need.
    struct Place: Sendable {
        var line: UInt32
        /// Ten-millionths of a degree.
        var latitude: Int32
        var longitude: Int32
    }

    private struct Seen {
        var line: UInt32
        /// The number of the row.
        var number: UInt32
        var content: UInt64
    }

    /// The last line of each id, with the hash of the row's content.
    private var idLines: [UInt64: Seen] = [:]
    /// The first line of each name and point.
    private var twinLines: [UInt64: UInt32] = [:]
    private var lookAlikes = ConfusableNames<Facility>()
    /// The hashes of facility and member of each row.
    private var memberRows: Set<UInt64> = []
    /// All places; the groups refer to them by index.
    private(set) var places: [Place] = []
    private(set) var stateGroups = RegionGroups()
    private(set) var cityGroups = RegionGroups()
    private(set) var smallCircles = SmallCircles()

    var distinctIDs: Int { idLines.count }

    /// Whether a row is the last of its id, which is the one that counts.
    func isLast(_ row: FacilityRow) -> Bool {
        idLines[StableDigest.of(row.facility.id.text)]?.number == UInt32(truncatingIfNeeded: row.number)
    }

    /// Whether a row has an id.
    func contains(_ id: FacilityID) -> Bool { idLines[StableDigest.of(id.text)] != nil }

    mutating func add(_ row: FacilityRow, columns: FacilityColumns, _ problems: inout RowProblems) {
        let facility = row.facility
        let line = UInt32(truncatingIfNeeded: row.line)
        let center = facility.geofence.center
        let id = StableDigest.of(facility.id.text)
        let isForAnotherMember = checkID(row, hash: id, line: line, columns: columns, &problems)
        guard !isForAnotherMember else { return }
        lookAlikes.check(facility.id, line: row.line, column: columns.header(.facilityID), &problems)
        checkTwin(facility, center, line: line, &problems)
        if !row.kept.contains(.radius) { smallCircles.add(facility.geofence, line: row.line) }
        let place = Place(
            line: line,
            latitude: Int32((center.latitude * 1e7).rounded()),
            longitude: Int32((center.longitude * 1e7).rounded())
        )
        let index = UInt32(places.count)
        places.append(place)
        let region = Self.region(facility.address)
        stateGroups.add(index, region: region.state)
        cityGroups.add(index, region: region.city)
    }

    /// Warns of a repeated id; returns whether the row repeats a facility for another member.
    ///
    /// In a file with members each facility has a row for each of them; only rows with different content, or the same
    /// member twice, are reported.
    private mutating func checkID(
        _ row: FacilityRow,
        hash: UInt64,
        line: UInt32,
        columns: FacilityColumns,
        _ problems: inout RowProblems
    ) -> Bool {
        var isForAnotherMember = false
        if let member = row.member {
            var pair = StableDigest()
            pair.combine(hash)
            pair.combine(member.text)
            isForAnotherMember = memberRows.insert(pair.value).inserted
        }
        let content = columns[.memberID] == nil ? 0 : Self.contentHash(row.facility)
        let seen = Seen(line: line, number: UInt32(truncatingIfNeeded: row.number), content: content)
        guard let before = idLines.updateValue(seen, forKey: hash) else { return false }
        guard !isForAnotherMember || before.content != content else { return true }
        let difference = isForAnotherMember ? " for another member with different values" : ""
        problems.add(
            .warning,
            "repeated_id",
            column: columns.header(.facilityID),
            "`\(row.facility.id)` was already on line \(before.line)\(difference), expected once; the last row counts"
        )
        return isForAnotherMember
    }

    /// Warns of a repeated name and point; a place without a name has no twin.
    private mutating func checkTwin(
        _ facility: Facility,
        _ center: Coordinate,
        line: UInt32,
        _ problems: inout RowProblems
    ) {
        guard !facility.name.isEmpty else { return }
        var hash = StableDigest()
        hash.combine(caseFolding: facility.name)
        hash.combine(center.latitude.bitPattern)
        hash.combine(center.longitude.bitPattern)
        guard let twin = twinLines[hash.value] else {
            twinLines[hash.value] = line
            return
        }
        problems.add(
            .warning,
            "twin",
            column: nil,
            "the same name at the same point is on line \(twin), expected one facility per place"
        )
    }

    private static func contentHash(_ facility: Facility) -> UInt64 {
        var hash = StableDigest()
        let address = facility.address
        for text in [
            facility.name, address.street, address.city, address.state, address.postalCode, address.country,
            facility.timeZone?.identifier ?? "", facility.stays.rawValue, facility.partOf?.text ?? "",
        ] {
            hash.combine(text)
        }
        hash.combine(UInt64(facility.dwellThreshold.seconds))
        switch facility.geofence {
        case .circle(let center, let radius):
            for number in [center.latitude, center.longitude, radius.meters] { hash.combine(number.bitPattern) }
        case .polygon, .multiPolygon:
            for corner in facility.geofence.polygons.lazy.flatMap({ $0.rings.joined() }) {
                hash.combine(corner.latitude.bitPattern)
                hash.combine(corner.longitude.bitPattern)
            }
        }
        return hash.value
    }

    /// The hashes of a facility's state and city; 0 where it has none.
    ///
    /// States are distinguished by country, cities by state. Without a state the country takes its place.
    private static func region(_ address: PostalAddress) -> (state: UInt64, city: UInt64) {
        var hash = StableDigest()
        hash.combine(caseFolding: address.country)
        let knowsState = !address.state.isEmpty && address.state != "NA"
        if knowsState { hash.combine(caseFolding: address.state) }
        let state = knowsState || !address.country.isEmpty ? hash.value : 0
        guard !address.city.isEmpty else { return (state, 0) }
        hash.combine(caseFolding: address.city)
        return (state, hash.value)
    }
}

/// The groups of places of the same state or city.
struct RegionGroups: Sendable {
    /// The number of each group, by the hash of its name.
    private var numbers: [UInt64: UInt32] = [:]
    /// The places that have a group, each with the group's number.
    private(set) var members: [(place: UInt32, group: UInt32)] = []

    var count: Int { numbers.count }

    /// Adds a place to the group of a region; to none where the hash is 0.
    mutating func add(_ place: UInt32, region: UInt64) {
        guard region != 0 else { return }
        let next = UInt32(numbers.count)
        let group = numbers[region] ?? next
        if group == next { numbers[region] = next }
        members.append((place, group))
    }
}
