internal import MobileSDK
public import MobileSDKCore
public import VisitModel

/// The subscription that `subscribeToEvents` returns.
public typealias FlowSubscription = EventSubscription

/// The Gym Visits document's `facilities()`: each call is one of `Facilities`, whose comments describe it.
///
/// Before `AFCore.use` a call throws `MobileSDKError` with code `configuration`; `subscribeToEvents` ends the program.
public struct AFFacilities: Sendable {
    let slot: PhoneSlot<AFCore.Parts>

    /// As `Facilities.get()`.
    public func get() async throws -> [Facility] { try slot.get().facilities.get() }

    /// As `Facilities.startMonitoring()`.
    public func startMonitoring() async throws { try await slot.get().facilities.startMonitoring() }

    /// As `Facilities.stopMonitoring()`.
    public func stopMonitoring() async throws { try await slot.get().facilities.stopMonitoring() }

    /// As `Facilities.isMonitoringActive()`.
    public func isMonitoringActive() async throws -> Bool { try slot.get().facilities.isMonitoringActive() }

    /// As `Facilities.subscribeToEvents(onEvent:onError:)`, with the document's events.
    public func subscribeToEvents(
        onEvent: @escaping @Sendable (AFGeofenceEvent) -> Void,
        onError: @escaping @Sendable (any Error) -> Void
    ) -> FlowSubscription {
        slot.filled.facilities.subscribeToEvents(onEvent: { onEvent(AFGeofenceEvent($0)) }, onError: onError)
    }
}

extension Facility {
    /// The document's name of the id, which is also that of the facility's geofence.
    public var facilityId: String { id.text }
    /// The city of `address`.
    public var city: String { address.city }
    /// The state of `address`.
    public var state: String { address.state }
}
