internal import VisitModel
internal import VisitStore

/// An event in the live list: rendered with the page, and as JSON while it is open.
struct LiveEvent: Encodable, Sendable {
    let eventID: String
    let kind: String
    let word: String
    /// The name of the facility, or what the event is about.
    let subject: String
    /// The page of the facility.
    let address: String?
    /// The page of the visit.
    let visit: String?
    let device: String
    let iso: String
    let clock: String

    enum CodingKeys: String, CodingKey {
        case kind, word, subject, address, visit, device, iso, clock
        case eventID = "event_id"
    }

    private init(_ event: GeofenceEvent, _ facility: Facility?, _ clock: PageClock) {
        eventID = event.id.text
        kind = event.kind.name
        // A script shows them, without the escapes of templates.
        device = HiddenCharacters.shown(in: event.device.text)
        iso = event.occurredAt.iso8601
        let today = clock.now.localDate(in: clock.zone)
        let isToday = event.occurredAt.localDate(in: clock.zone) == today
        self.clock = isToday ? clock.clock(event.occurredAt) : clock.moment(event.occurredAt).text
        let place = event.kind.facility
        address = place.map(DashboardLink.facility)
        visit = event.kind.visit.map(DashboardLink.visit)
        let name = HiddenCharacters.shown(in: facility?.name.orNothing ?? place?.text ?? "")
        switch event.kind {
        case .entered: (word, subject) = ("Entered", name)
        case .dwell: (word, subject) = ("Dwell", name)
        case .exited: (word, subject) = ("Exited", name)
        case .registered(let list):
            (word, subject) = ("Registered", PageNumber.text(list.count, "geofence", "geofences"))
        case .unregistered(let list):
            (word, subject) = (
                "Unregistered", list.map { PageNumber.text($0.count, "geofence", "geofences") } ?? "all geofences"
            )
        case .heartbeat: (word, subject) = ("Heartbeat", "")
        case .error(_, let message): (word, subject) = ("Error", HiddenCharacters.shown(in: message))
        }
    }

    /// Makes events with the names of their facilities, whether or not they were sent to the stream.
    static func all(of events: [GeofenceEvent], _ store: VisitStore, _ clock: PageClock) throws -> [LiveEvent] {
        var facilities: [FacilityID: Facility] = [:]
        return try events.map { event in
            if let id = event.kind.facility, facilities[id] == nil {
                facilities[id] = try store.facilities.find(id)?.facility
            }
            return LiveEvent(event, event.kind.facility.flatMap { facilities[$0] }, clock)
        }
    }
}
