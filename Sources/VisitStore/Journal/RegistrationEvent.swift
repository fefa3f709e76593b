internal import SQLiteStorage
internal import VisitModel

/// A Registered or Unregistered event in the form in which `registration_chunk` holds it.
struct RegistrationEvent: Hashable {
    /// The time of the input, which is that of the event and of its location too.
    let at: Timestamp
    /// The order among the events of one input.
    let ordinal: UInt16
    /// The digest that its id consists of.
    let digest: UInt64
    let observedAt: Timestamp
    let isRegistered: Bool
    /// Facility keys; `nil` means that all were unregistered.
    let facilities: [UInt32]?
    let location: Location?

    struct Location: Hashable {
        let coordinate: Coordinate
        let accuracy: Double?
    }

    /// Those of the table: from the year 0 to 9999.
    static let times = Timestamp.beginningOfTime..<Timestamp(milliseconds: 253_402_300_800_000)

    /// The numbers of events of an hour that the table allows.
    static let counts = 1...1_000_000

    /// At most as many as the count's byte holds.
    private static let facilityLimit = 255
}

extension RegistrationEvent {
    /// `nil` for an event of another kind, and for one that the form does not hold exactly: that one is a row of `event`.
    init?(_ entry: JournalEvent, observedAt: Timestamp) {
        let keys: [FacilityKey]?
        switch entry.kind {
        case .registered(let facilities): (isRegistered, keys) = (true, facilities)
        case .unregistered(let facilities): (isRegistered, keys) = (false, facilities)
        case .entered, .dwell, .exited, .heartbeat, .error: return nil
        }
        guard entry.occurredAt == entry.inputAt, entry.location?.time ?? entry.inputAt == entry.inputAt,
            let ordinal = UInt16(exactly: entry.ordinal),
            let digest = entry.id.digest,
            entry.location?.accuracy?.isFinite ?? true, Self.times.contains(entry.inputAt)
        else { return nil }
        self.at = entry.inputAt
        self.ordinal = ordinal
        self.digest = digest
        self.observedAt = observedAt
        self.location = entry.location.map { Location(coordinate: $0.coordinate, accuracy: $0.accuracy) }
        guard let keys else {
            self.facilities = nil
            return
        }
        guard keys.count <= Self.facilityLimit else { return nil }
        var facilities: [UInt32] = []
        facilities.reserveCapacity(keys.count)
        for key in keys {
            guard let facility = UInt32(exactly: key.rawValue) else { return nil }
            facilities.append(facility)
        }
        self.facilities = facilities
    }

    var id: EventID { EventID(digest: digest) }

    /// The name of its kind, as in `JournalEvent.Kind.name`.
    var kindName: String { isRegistered ? Self.kindNames.registered : Self.kindNames.unregistered }

    static let kindNames = (
        registered: JournalEvent.Kind.registered([]).name, unregistered: JournalEvent.Kind.unregistered(nil).name
    )

    /// Whether the event comes before another in the journal of a device.
    func precedes(_ other: Self) -> Bool { (at, ordinal) < (other.at, other.ordinal) }
}
