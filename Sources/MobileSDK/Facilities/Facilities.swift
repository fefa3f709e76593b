internal import Foundation
public import MobileSDKCore
public import PhoneOS
internal import Synchronization
public import VisitModel

/// The places of one member on one phone: their list, and the monitoring of visits to them (the Gym Visits document's
/// `facilities()`).
///
/// The app creates one at each start of its process, over its phone and its catalog; there is no shared instance. State
/// that must survive the process is with the recorder and in the phone's own storage: `resume()` restores it.
public final class Facilities: Sendable {
    let phone: any PhoneOS
    let catalog: any FacilityCatalog
    let member: MemberID
    let recorder: any VisitRecorder
    let options: MonitoringOptions
    let uploader: FixUploader?
    let hub = EventHub<GeofenceEvent>()
    let state: Mutex<MonitorState>
    /// Serializes the phone's signals, which arrive on its threads, and the app's calls.
    ///
    /// Recursive, since a phone may answer during a request and a listener may make a request.
    let lane = NSRecursiveLock()

    /// Creates the facilities of a member; monitoring begins with `startMonitoring()` or `resume()`.
    ///
    /// If `options` request no updates, one slot of the platform's limit is reserved for the phone, and the recorder
    /// must select one place less. `uploader` additionally sends each fix to a service; `nil` keeps fixes on the phone.
    public init(
        phone: any PhoneOS,
        catalog: any FacilityCatalog,
        member: MemberID,
        recorder: any VisitRecorder,
        options: MonitoringOptions = MonitoringOptions(),
        uploader: FixUploader? = nil
    ) {
        self.phone = phone
        self.catalog = catalog
        self.member = member
        self.recorder = recorder
        self.options = options
        self.uploader = uploader
        self.state = Mutex(MonitorState(platform: phone.platform, hasUpdates: options.updates != nil))
    }

    deinit { hub.finish() }

    /// Returns the member's verified places by id, or the whole network for a member without a list.
    ///
    /// Throws the errors of the catalog, as all methods here do.
    public func get() throws -> [Facility] {
        let list = try catalog.facilityList(of: member)
        return try catalog.facilities(includingRetired: false).filter { list?.contains($0.id) ?? true }
    }

    /// Searches the whole network for places that a member may add, with the distance to the edge in metres.
    ///
    /// The name, the address or the id must contain each word of the text, ignoring case; an empty text stands for all.
    /// Results are sorted by the distance from `point`; without it they have no distance and are sorted by id. `limit`
    /// is 1 or more.
    public func search(
        text: String,
        near point: Coordinate? = nil,
        limit: Int = 20
    ) throws -> [(facility: Facility, edgeMeters: Double?)] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        let found = try catalog.facilities(includingRetired: false)
            .filter { facility in
                let address = facility.address
                let content = [facility.id.text, facility.name, address.street, address.city, address.state]
                    .joined(separator: " ").lowercased()
                return words.allSatisfy(content.contains)
            }
        guard let point else { return found.prefix(max(1, limit)).map { ($0, nil) } }
        return found.map { (facility: $0, edgeMeters: $0.geofence.signedDistance(to: point)) }
            .sorted { ($0.edgeMeters, $0.facility.id) < ($1.edgeMeters, $1.facility.id) }
            .prefix(max(1, limit)).map { ($0.facility, $0.edgeMeters) }
    }

    /// Subscribes to every event from now on, in order.
    ///
    /// `onError` receives failures to record something, not the phone's `Error` events. The subscription ends when it
    /// is closed or released, or with this object.
    public func subscribeToEvents(
        onEvent: @escaping @Sendable (GeofenceEvent) -> Void,
        onError: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> EventSubscription {
        EventSubscription(EventHub<GeofenceEvent>.Listener(onEvent: onEvent, onError: onError), to: hub)
    }

    /// The events from now on as a sequence, including failures.
    ///
    /// A failure is what `subscribeToEvents(onEvent:onError:)` delivers to `onError`. It comes as an element and is not
    /// thrown, because the sequence continues after it: the next event may be recorded. A client that wants to end with
    /// the first failure calls `try element.get()`. The sequence ends when this object is deallocated, after the events
    /// emitted until then, or when its reader stops iterating. Reading it does not keep this object alive.
    public var events: AsyncStream<Result<GeofenceEvent, any Error>> {
        hub.stream(onEvent: { .success($0) }, onError: { .failure($0) })
    }
}

extension Facilities {
    /// Returns a card for each of the member's places with its visits in a month, nearest first if the member's
    /// position is given, otherwise by name.
    public func cards(in month: Month, near point: Coordinate? = nil) throws -> [FacilityCard] {
        let visits = try Activities(catalog: catalog, member: member).get(month: month.month, year: month.year)
        let counts = Dictionary(grouping: visits, by: \.facility).mapValues(\.count)
        let watched = state.withLock { $0.isActive ? $0.watched : [] }
        let cards = try get().map { facility in
            FacilityCard(
                facility: facility,
                visitCount: counts[facility.id] ?? 0,
                distanceMeters: point.map(facility.geofence.signedDistance(to:)),
                isMonitored: watched.contains(try RegionID(facility: facility.id))
            )
        }
        return cards.sorted { one, other in
            if let near = one.distanceMeters, let far = other.distanceMeters, near != far { return near < far }
            return (one.name, one.facility.id) < (other.name, other.facility.id)
        }
    }

    /// Adds a place to the member's list and re-evaluates which places are nearest.
    ///
    /// A member without a list has the whole network, which includes this place: nothing changes for them. A list
    /// created with only this place would remove all others. Throws an error of the catalog if there is no facility
    /// with this id.
    public func add(_ facility: FacilityID) throws {
        guard try catalog.add(facility, toListOf: member) else { return }
        report(.listChanged, at: phone.now())
    }

    /// Removes a place from the member's list and re-evaluates which places are nearest.
    ///
    /// A place that is not on the list changes nothing. Throws an error of the catalog for an unknown member, and for
    /// one without a list, who has the whole network.
    public func remove(_ facility: FacilityID) throws {
        try catalog.remove(facility, fromListOf: member)
        report(.listChanged, at: phone.now())
    }
}

/// A facility as an app shows it (Gym Visits, "UI Reference"): the place, the member's visits this month, the distance,
/// and whether it is monitored.
public struct FacilityCard: Hashable, Sendable {
    /// The place.
    public let facility: Facility
    /// The number of counted visits in the month.
    public let visitCount: Int
    /// The distance to its edge in metres, 0 inside; `nil` if the member's position is unknown.
    public let distanceMeters: Double?
    /// Whether it is monitored: the green "Monitoring" badge.
    public let isMonitored: Bool

    /// Creates a card; a negative distance becomes 0.
    public init(facility: Facility, visitCount: Int, distanceMeters: Double?, isMonitored: Bool) {
        self.facility = facility
        self.visitCount = visitCount
        self.distanceMeters = distanceMeters.map { max(0, $0) }
        self.isMonitored = isMonitored
    }

    /// The place's name.
    public var name: String { facility.name }

    /// The address in one line, without its unknown parts.
    public var address: String {
        [facility.address.street, facility.address.city, facility.address.state].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
