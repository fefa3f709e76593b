internal import GeofenceEngine
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct MemberFacilityList: Sendable {
    let member: MemberID
    /// `nil` for each facility's current local month.
    var month: Month?
    /// Distances are measured from here; `nil` for the member's last position.
    var point: Coordinate?
    let now: Timestamp

    /// The position of a page, and the point from which distances are measured.
    ///
    /// The point is the same on every page, even if the member moves.
    struct Place: Hashable, Sendable {
        var offset = 0
        var point: Coordinate?
    }

    /// Returns a page of cards, nearest first, or by id where the member's position is unknown.
    ///
    /// `place` is the position of the page, `nil` for the first; that of the next page is returned. Throws `Problem`
    /// where there is no such member, and `StorageError`.
    func cards(
        _ store: VisitStore,
        _ pipeline: VisitPipeline,
        after place: Place?,
        limit: Int
    ) throws -> (cards: [MemberFacilityCard], next: Place?) {
        guard let stored = try store.members.find(member) else { throw MemberEndpoints.unknown(member) }
        let place = try place ?? Place(point: point ?? pipeline.lastPoint(of: stored))
        let found = try facilities(store, place, limit: limit + 1)
        let cards = try MemberCards(store, pipeline, stored, month: month, at: now)
        return (
            found.prefix(limit).map { cards.card($0.facility, $0.distance) },
            found.count > limit ? Place(offset: place.offset + limit, point: place.point) : nil
        )
    }

    /// Returns the cards of the member's facilities that contain a text in their id, name or city, by id.
    ///
    /// Throws what `cards(_:_:after:limit:)` throws.
    func cards(
        with text: String,
        _ store: VisitStore,
        _ pipeline: VisitPipeline,
        after last: FacilityID?,
        limit: Int
    ) throws -> [MemberFacilityCard] {
        guard let stored = try store.members.find(member) else { throw MemberEndpoints.unknown(member) }
        let from = try point ?? pipeline.lastPoint(of: stored)
        let cards = try MemberCards(store, pipeline, stored, month: month, at: now)
        let filter = FacilityFilter(member: member, text: text, after: last, limit: limit)
        return try store.facilities.all(matching: filter).map { found in
            cards.card(found.facility, from.map { found.facility.geofence.signedDistance(to: $0) })
        }
    }

    /// By distance where there is a point, otherwise by id.
    private func facilities(
        _ store: VisitStore,
        _ place: Place,
        limit: Int
    ) throws -> [(facility: Facility, distance: Double?)] {
        guard let point = place.point else {
            let all = try store.facilities.all(matching: FacilityFilter(member: member, limit: place.offset + limit))
            return all.dropFirst(place.offset).map { ($0.facility, nil) }
        }
        return try store.facilities.nearest(to: point, count: place.offset + limit, member: member)
            .dropFirst(place.offset).map { ($0.facility, $0.edgeMeters) }
    }

    static func parts(_ place: Place) -> [String] {
        ["\(place.offset)"] + (place.point.map { ["\($0.latitude)", "\($0.longitude)"] } ?? [])
    }

    /// `nil` where the parts of the cursor are invalid.
    static func place(_ parts: [String]) -> Place? {
        guard let offset = parts.first.flatMap(Int.init), (0...1_000_000).contains(offset) else { return nil }
        guard parts.count == 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]) else {
            return parts.count == 1 ? Place(offset: offset) : nil
        }
        return (try? Coordinate(latitude: latitude, longitude: longitude)).map { Place(offset: offset, point: $0) }
    }
}

extension VisitPipeline {
    /// The last position of any of the member's phones.
    func lastPoint(of member: StoredMember) throws -> Coordinate? {
        try member.devices.compactMap { try lastFix(of: $0.id) }.max { $0.time < $1.time }?.coordinate
    }
}

/// Read once for all of a member's cards.
private struct MemberCards {
    private let records: [FacilityID: MemberPlaceRecord]
    private let presence: Presence?
    private let watchers: [FacilityID: [DeviceID]]
    private let defaultZone: TimeZoneName
    private let month: Month?
    private let now: Timestamp

    init(
        _ store: VisitStore,
        _ pipeline: VisitPipeline,
        _ member: StoredMember,
        month: Month?,
        at now: Timestamp
    ) throws {
        (self.month, self.now) = (month, now)
        records = try store.visits.placeRecords(of: member.member.id)
        presence = try store.visits.presence(of: member.member.id, at: now)
        defaultZone = try store.settings.defaultTimeZone() ?? .utc
        var watchers: [FacilityID: [DeviceID]] = [:]
        for device in member.devices {
            for facility in try pipeline.deliveredGeofences(of: device.id) {
                watchers[facility, default: []].append(device.id)
            }
        }
        self.watchers = watchers
    }

    func card(_ facility: Facility, _ distance: Double?) -> MemberFacilityCard {
        MemberFacilityCard(
            facility: facility,
            distanceMeters: distance?.inTenths,
            record: records[facility.id],
            month: month ?? now.localMonth(in: facility.timeZone ?? defaultZone),
            watchers: watchers[facility.id] ?? [],
            presence: presence.flatMap { $0.facility == facility.id ? $0 : nil }
        )
    }
}

/// A facility as a member sees it: the card of the Gym Visits document's "UI Reference".
struct MemberFacilityCard: Sendable {
    let facility: Facility
    /// To the fence's edge; negative inside, and `nil` where the member's position is unknown.
    let distanceMeters: Double?
    /// `nil` where the member was never there.
    let record: MemberPlaceRecord?
    /// The local month of `visits`.
    let month: Month
    /// The member's phones that monitor the facility.
    let watchers: [DeviceID]
    /// `nil` where the member is not there now, as far as is known.
    let presence: Presence?

    /// Counted visits in the month.
    var visits: Int { record?.counts[month] ?? 0 }
}

extension MemberFacilityCard {
    var json: JSONObject {
        let center = facility.geofence.center
        var json = JSONObject()
        json["facility_id"] = facility.id.text
        json["name"] = facility.name.orNothing
        json["address"] = facility.address.street.orNothing
        json["city"] = facility.address.city.orNothing
        json["state"] = facility.address.state.orNothing
        json["latitude"] = center.latitude
        json["longitude"] = center.longitude
        json["month"] = month.description
        json["visits"] = visits
        json["distance_m"] = distanceMeters
        var monitoring = JSONObject()
        monitoring["active"] = !watchers.isEmpty
        monitoring["devices"] = watchers.map(\.text)
        json["monitoring"] = monitoring
        json["inside_now"] = presence != nil
        json["inside_since"] = presence?.since.iso8601
        json["inside_confidence"] = presence?.confidence
        json["last_visit_at"] = record?.lastVisitAt?.iso8601
        return json
    }
}
