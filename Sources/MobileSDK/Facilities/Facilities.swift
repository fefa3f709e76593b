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
    /// - Parameters:
    ///   - phone: the phone's operating system.
    ///   - catalog: the facilities, the member's list and the visits.
    ///   - member: the member that carries the phone.
    ///   - recorder: evaluates visits. If `options` request no updates, one slot of the platform's limit is reserved
    ///     for the phone, and the recorder must select one place less.
    ///   - options: how the phone is monitored.
    ///   - uploader: additionally sends each fix to a service; `nil` keeps fixes on the phone.
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

    /// Closes the event sequences: no event will follow.
    deinit { hub.finish() }

    /// Returns the member's verified places; the whole network for a member without a list.
    ///
    /// - Returns: the places, by id.
    /// - Throws: the errors of the catalog.
    public func get() throws -> [Facility] {
        let list = try catalog.facilityList(of: member)
        return try catalog.facilities(includingRetired: false).filter { list?.contains($0.id) ?? true }
    }

    /// Searches the whole network for places that a member may add.
    ///
    /// - Parameters:
    ///   - text: words that the name, the address or the id must contain, ignoring case; empty for all.
    ///   - point: the member's position, from which results are sorted by distance; without it they are sorted by id.
    ///   - limit: the maximum number of results, 1 or more.
    /// - Returns: the places, with the distance to the edge in metres if a point was given.
    /// - Throws: the errors of the catalog.
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

    /// Subscribes to every event from now on.
    ///
    /// - Parameters:
    ///   - onEvent: receives each event, in order.
    ///   - onError: receives failures of the stream, that is, failures to record something; not the phone's `Error`
    ///     events.
    /// - Returns: the subscription, which ends when it is closed or released, or with this object.
    public func subscribeToEvents(
        onEvent: @escaping @Sendable (GeofenceEvent) -> Void,
        onError: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> EventSubscription {
        EventSubscription(EventHub<GeofenceEvent>.Listener(onEvent: onEvent, onError: onError, onClose: {}), to: hub)
    }

    /// The events from now on as a sequence, including failures.
    ///
    /// A failure is what `subscribeToEvents(onEvent:onError:)` delivers to `onError`. It comes as an element and is not
    /// thrown, because the sequence continues after it: the next event may be recorded. A client that wants to end with
    /// the first failure calls `try element.get()`. The sequence ends when this object is deallocated, after the events
    /// emitted until then, or when its reader stops iterating. Reading it does not keep this object alive.
    public var events: AsyncStream<Result<GeofenceEvent, any Error>> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<GeofenceEvent, any Error>.self)
        let number = hub.add(
            EventHub<GeofenceEvent>.Listener(
                onEvent: { continuation.yield(.success($0)) },
                onError: { continuation.yield(.failure($0)) },
                onClose: { continuation.finish() }
            )
        )
        // The hub retains the continuation, which must not retain the hub.
        continuation.onTermination = { [weak hub] _ in hub?.remove(number) }
        return stream
    }
}
