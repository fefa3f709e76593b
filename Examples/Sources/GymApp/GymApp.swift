import MobileSDK
import PhoneOS
import Synchronization
import VisitModel

/// A small app that counts its member's visits to gyms, by geofences alone.
///
/// It is created at each start of the app's process, over the phone and the recorder.
public final class GymApp: Sendable {
    private let facilities: Facilities
    private let log: EventLog
    private let subscription: EventSubscription

    /// Creates the app and continues monitoring, where the member has started it before.
    ///
    /// - Parameters:
    ///   - phone: the phone's operating system, or a simulated one.
    ///   - recorder: decides what is a visit, and holds the gyms; here in memory, in a real app over a database or a
    ///     service.
    ///   - member: the member that carries the phone.
    public init(phone: any PhoneOS, recorder: InMemoryVisitRecorder, member: MemberID) {
        let log = EventLog()
        facilities = Facilities(phone: phone, catalog: recorder, member: member, recorder: recorder)
        self.log = log
        subscription = facilities.subscribeToEvents(onEvent: { log.append($0) })
        facilities.resume()
    }

    /// Starts monitoring, once the member has granted the permissions.
    public func start() async throws { try await facilities.startMonitoring() }

    /// What the app would show: the events of visits, as `Entered gym`.
    public var lines: [String] { log.lines }

    /// The gyms as cards: their visits in a month, and whether the phone monitors them now.
    public func cards(in month: Month) throws -> [FacilityCard] { try facilities.cards(in: month) }
}

/// The events of visits that the app has received.
private final class EventLog: Sendable {
    private let received = Mutex<[String]>([])

    var lines: [String] { received.withLock { $0 } }

    func append(_ event: GeofenceEvent) {
        guard let facility = event.kind.facility else { return }
        received.withLock { $0.append("\(event.kind.name) \(facility)") }
    }
}
