internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A member's facilities as cards, the nearest first.
struct MemberFacilityEndpoints: Sendable {
    let parts: ServiceParts
    private static let listName = "facilities"

    var all: [Endpoint] {
        [Endpoint(.get, "/v1/members/{member}/facilities", .read) { try await cards($0) }]
    }

    /// Where a page begins, and from where distances are measured: the same on every page, wherever the member goes.
    private struct Place {
        var offset = 0
        var point: Coordinate?
    }

    private func cards(_ call: ServiceCall) async throws -> Response {
        let id: MemberID = try call.pathIdentifier("member")
        let (limit, month) = (try call.limit(), try call.month("month"))
        let (given, now) = (try call.point(), parts.now())
        let after = try call.after("cards", Self.place)
        let live = parts.live
        let answer = try await parts.reader.read { store in
            guard let member = try store.member(id) else { throw MemberEndpoints.unknown(id) }
            let pipeline = live.pipeline
            let place = try after ?? Place(point: given ?? Self.lastPoint(of: member, pipeline))
            let found = try Self.facilities(store, id, place, limit: limit + 1)
            let cards = try MemberCards(store, pipeline, member, month: month, at: now)
            let next = place.offset + limit
            return Page(
                name: Self.listName,
                items: try found.prefix(limit).map { try cards.card($0.facility, $0.distance) },
                next: found.count > limit
                    ? PageCursor.text("cards", Self.parts(Place(offset: next, point: place.point))) : nil
            )
        }
        return .json(answer)
    }

    /// A stretch of the member's facilities: from the nearest on where there is a point, else by id.
    private static func facilities(
        _ store: VisitStore,
        _ member: MemberID,
        _ place: Place,
        limit: Int
    ) throws -> [(facility: Facility, distance: Double?)] {
        guard let point = place.point else {
            let all = try store.facilities(FacilityFilter(member: member, limit: place.offset + limit))
            return all.dropFirst(place.offset).map { ($0.facility, nil) }
        }
        return try store.nearestFacilities(to: point, count: place.offset + limit, member: member)
            .dropFirst(place.offset).map { ($0.facility, $0.edgeMeters) }
    }

    /// Where the member was seen last, with whichever phone.
    private static func lastPoint(of member: StoredMember, _ pipeline: VisitPipeline) throws -> Coordinate? {
        try member.devices.compactMap { try pipeline.lastFix(of: $0.id) }.max { $0.time < $1.time }?.coordinate
    }

    private static func parts(_ place: Place) -> [String] {
        ["\(place.offset)"] + (place.point.map { ["\($0.latitude)", "\($0.longitude)"] } ?? [])
    }

    private static func place(_ parts: [String]) -> Place? {
        guard let offset = parts.first.flatMap(Int.init), (0...1_000_000).contains(offset) else { return nil }
        guard parts.count == 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]) else {
            return parts.count == 1 ? Place(offset: offset) : nil
        }
        return (try? Coordinate(latitude: latitude, longitude: longitude)).map { Place(offset: offset, point: $0) }
    }
}

/// What the cards of a member are made of, read once for all of them.
private struct MemberCards {
    private let records: [FacilityID: MemberPlaceRecord]
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
        records = try store.placeRecords(of: member.member.id)
        defaultZone = try store.defaultTimeZone() ?? .utc
        var watchers: [FacilityID: [DeviceID]] = [:]
        for device in member.devices {
            for facility in try pipeline.registrations(of: device.id) {
                watchers[facility, default: []].append(device.id)
            }
        }
        self.watchers = watchers
    }

    func card(_ facility: Facility, _ distance: Double?) throws -> MemberFacilityCard {
        MemberFacilityCard(
            facility,
            distanceMeters: distance,
            records[facility.id],
            month ?? now.localMonth(in: facility.timeZone ?? defaultZone),
            watchedBy: watchers[facility.id] ?? []
        )
    }
}
