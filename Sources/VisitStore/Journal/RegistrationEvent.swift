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
    /// Keys of 32 bits without a sign; `nil` means that all were unregistered.
    let facilities: [FacilityKey]?
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
    fileprivate static let facilityLimit = 255
}

extension JournalEvent {
    /// The event in the form of an hour's changes; `nil` for one of another kind, and for one that the form does not hold
    /// exactly: that one is a row of `event`.
    ///
    /// An initializer would own, and so copy, the event.
    func registration(observedAt: Timestamp) -> RegistrationEvent? {
        let isRegistered: Bool
        let facilities: [FacilityKey]?
        switch kind {
        case .registered(let keys): (isRegistered, facilities) = (true, keys)
        case .unregistered(let keys): (isRegistered, facilities) = (false, keys)
        case .entered, .dwell, .exited, .heartbeat, .error: return nil
        }
        guard occurredAt == inputAt, location?.time ?? inputAt == inputAt, let ordinal = UInt16(exactly: ordinal),
            let digest = id.digest, location?.accuracy?.isFinite ?? true, RegistrationEvent.times.contains(inputAt),
            facilities?.count ?? 0 <= RegistrationEvent.facilityLimit,
            facilities?.allSatisfy({ UInt32(exactly: $0.rawValue) != nil }) ?? true
        else { return nil }
        return RegistrationEvent(
            at: inputAt,
            ordinal: ordinal,
            digest: digest,
            observedAt: observedAt,
            isRegistered: isRegistered,
            facilities: facilities,
            location: location.map { RegistrationEvent.Location(coordinate: $0.coordinate, accuracy: $0.accuracy) }
        )
    }
}

extension RegistrationEvent {
    var id: EventID { EventID(digest: digest) }

    /// The name of its kind, as in `JournalEvent.Kind.name`.
    var kindName: String { isRegistered ? Self.kindNames.registered : Self.kindNames.unregistered }

    static let kindNames = (
        registered: JournalEvent.Kind.registered([]).name, unregistered: JournalEvent.Kind.unregistered(nil).name
    )

    /// Whether the event comes before another in the journal of a device.
    func precedes(_ other: Self) -> Bool { (at, ordinal) < (other.at, other.ordinal) }
}
