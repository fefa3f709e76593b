import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

/// An event at a time of March 2024 in seconds.
func event(
    _ id: String,
    at seconds: Double,
    ordinal: Int = 0,
    occurred: Double? = nil,
    observed: Double = 1000,
    located: Bool = true,
    _ kind: JournalEvent.Kind
) throws -> JournalEvent {
    let location = GeofenceEvent.Location(
        coordinate: try Coordinate(latitude: 45.5, longitude: -93.25),
        accuracy: seconds.truncatingRemainder(dividingBy: 2) == 0 ? nil : 12.5,
        time: .march(seconds)
    )
    return JournalEvent(
        inputAt: .march(seconds),
        ordinal: ordinal,
        id: try EventID(id),
        kind: kind,
        occurredAt: .march(occurred ?? seconds),
        observedAt: .march(observed),
        location: located ? location : nil
    )
}

/// An id as the engine makes them.
func registrationID(_ digest: UInt64) -> String { "e" + StableDigest.text(of: digest) }

extension FacilityRepository {
    /// Collects what `forEachFenceVersion` passes.
    func fenceVersions() throws -> [FenceVersion] {
        var versions: [FenceVersion] = []
        try forEachFenceVersion { versions.append($0) }
        return versions
    }
}

extension VisitStore {
    /// The keys of facilities, by id.
    func keys(_ ids: String...) throws -> [FacilityKey] {
        let versions = try facilities.fenceVersions()
        return try ids.map { id in try #require(versions.first { $0.facility.text == id }).facilityKey }
    }
}
