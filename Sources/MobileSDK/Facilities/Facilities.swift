internal import Foundation
public import PhoneOS
internal import Synchronization
public import VisitModel
public import VisitStore

/// The places of one member on one phone: which they are, and whether somebody is there (the Gym Visits document's
/// `facilities()`).
///
/// The app makes it once for each start of its process, over its phone and its store; there is no shared one. What has to
/// survive the process is in the store and in the phone's own storage: `resume()` goes on where the last process was.
public final class Facilities: Sendable {
    let phone: any PhoneOS
    let store: VisitStore
    let member: MemberID
    let recorder: any VisitRecorder
    let options: MonitoringOptions
    let uploader: FixUploader?
    let hub = EventHub<GeofenceEvent>()
    let state: Mutex<MonitorState>
    /// One thing after the other: what the phone tells on its threads, and what the app asks for on its own.
    ///
    /// Recursive, for a phone may answer while it is asked, and a listener may ask for something.
    let lane = NSRecursiveLock()

    /// Makes it.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - store: where facilities, lists and visits are.
    ///   - member: whose phone it is.
    ///   - recorder: decides about visits; where `options` ask for no updates, one slot of the platform's limit is the phone's
    ///     own, and the recorder has to choose one place less.
    ///   - options: how the phone is watched.
    ///   - uploader: sends each fix to a service besides; `nil` keeps them on the phone.
    public init(
        phone: any PhoneOS,
        store: VisitStore,
        member: MemberID,
        recorder: any VisitRecorder,
        options: MonitoringOptions = MonitoringOptions(),
        uploader: FixUploader? = nil
    ) {
        self.phone = phone
        self.store = store
        self.member = member
        self.recorder = recorder
        self.options = options
        self.uploader = uploader
        self.state = Mutex(MonitorState(platform: phone.platform, hasUpdates: options.updates != nil))
    }

    /// Ends the sequences of events: nobody is there to tell anything more.
    deinit { hub.finish() }

    /// The member's verified places; without a list of their own, the whole network.
    ///
    /// - Returns: by id.
    /// - Throws: `VisitStoreError`.
    public func get() throws -> [Facility] {
        let list = try store.member(member)?.member.facilities
        return try store.facilities().filter { $0.retiredAt == nil }.map(\.facility)
            .filter { list?.contains($0.id) ?? true }
    }

    /// Finds places of the whole network, for a member to add.
    ///
    /// - Parameters:
    ///   - text: words that the name, the address or the id has to hold, in any case; empty for all.
    ///   - point: where the member is; the nearest come first. Without it they come by id.
    ///   - limit: at most how many, 1 or more.
    /// - Returns: the places, and how far they are where a point was given.
    /// - Throws: `VisitStoreError`.
    public func search(
        text: String,
        near point: Coordinate? = nil,
        limit: Int = 20
    ) throws -> [(facility: Facility, edgeMeters: Double?)] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        let found = try store.facilities().filter { $0.retiredAt == nil }.map(\.facility)
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

    /// Hears every event from now on.
    ///
    /// - Parameters:
    ///   - onEvent: gets each, in order.
    ///   - onError: is told when the stream fails: not an `Error` event of the phone, but that nothing could be recorded.
    /// - Returns: the subscription, which ends when it is closed or let go, or with this object.
    public func subscribeToEvents(
        onEvent: @escaping @Sendable (GeofenceEvent) -> Void,
        onError: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> EventSubscription {
        EventSubscription(EventHub<GeofenceEvent>.Listener(onEvent: onEvent, onError: onError, onClose: {}), to: hub)
    }

    /// What happens from now on, as a sequence: each event, and between them each failure.
    ///
    /// A failure is what `subscribeToEvents(onEvent:onError:)` tells `onError`. The sequence goes on after it, for the next
    /// event may well be recorded, so it comes as an element and is not thrown; whoever wants to end with the first one
    /// reads `try element.get()`. The sequence ends when this object is gone, after what was told until then, or when nobody
    /// reads it any more; reading it does not keep this object alive.
    public var events: AsyncStream<Result<GeofenceEvent, any Error>> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<GeofenceEvent, any Error>.self)
        let number = hub.add(
            EventHub<GeofenceEvent>.Listener(
                onEvent: { continuation.yield(.success($0)) },
                onError: { continuation.yield(.failure($0)) },
                onClose: { continuation.finish() }
            )
        )
        // The hub has the continuation, which must not have the hub.
        continuation.onTermination = { [weak hub] _ in hub?.remove(number) }
        return stream
    }
}
