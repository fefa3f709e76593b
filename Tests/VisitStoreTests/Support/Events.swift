import VisitModel

@testable import VisitStore

/// An event of the device `x`, at a time of March 2024 in seconds.
func event(
    _ id: String,
    at seconds: Double,
    ordinal: Int = 0,
    occurred: Double? = nil,
    observed: Double = 1000,
    device: String = "x",
    located: Bool = true,
    _ kind: GeofenceEvent.Kind
) throws -> JournalEvent {
    let location = GeofenceEvent.Location(
        coordinate: try Coordinate(latitude: 45.5, longitude: -93.25),
        accuracy: seconds.truncatingRemainder(dividingBy: 2) == 0 ? nil : 12.5,
        time: .march(seconds)
    )
    return JournalEvent(
        trigger: .march(seconds),
        ordinal: ordinal,
        event: GeofenceEvent(
            id: try EventID(id),
            device: try DeviceID(device),
            kind: kind,
            occurredAt: .march(occurred ?? seconds),
            observedAt: .march(observed),
            location: located ? location : nil
        )
    )
}
