internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The geofences of a phone: the chosen ones, the delivered ones, and the nearest others.
struct DeviceFences: Sendable {
    /// Shown beyond the limit of the phone's system.
    private static let others = 20

    struct Fence: Sendable {
        let facility: Facility
        /// From the phone's last fix to the edge; `nil` where there is no fix.
        let distance: Double?
        /// Whether the geofence is chosen for the phone.
        let isRegistered: Bool
        /// Whether the geofence was delivered to the phone.
        let isDelivered: Bool
    }

    /// Nearest first, or by id where the phone's position is unknown.
    let fences: [Fence]
    let condition: DeviceCondition
    let last: Fix?

    init(_ stored: StoredDevice, _ store: VisitStore, _ pipeline: VisitPipeline) throws {
        let device = stored.device
        condition = try pipeline.condition(of: device.id)
        last = try pipeline.lastFix(of: device.id)
        let (registered, delivered) = (Set(condition.registered), Set(condition.delivered))
        var fences: [Fence] = []
        if let last {
            let count = device.platform.geofenceLimit + Self.others
            fences = try store.facilities.nearest(to: last.coordinate, count: count, member: device.member).map {
                Fence(
                    facility: $0.facility,
                    distance: $0.edgeMeters,
                    isRegistered: registered.contains($0.facility.id),
                    isDelivered: delivered.contains($0.facility.id)
                )
            }
        }
        let known = Set(fences.map(\.facility.id))
        for id in registered.union(delivered).subtracting(known) {
            guard let facility = try store.facilities.find(id)?.facility else { continue }
            fences.append(
                Fence(
                    facility: facility,
                    distance: last.map { facility.geofence.signedDistance(to: $0.coordinate) },
                    isRegistered: registered.contains(id),
                    isDelivered: delivered.contains(id)
                )
            )
        }
        let shown = fences.count { $0.isRegistered || $0.isDelivered } + Self.others
        self.fences = Array(
            fences.sorted { ($0.distance ?? 0, $0.facility.id) < ($1.distance ?? 0, $1.facility.id) }.prefix(shown)
        )
    }

    func document(with track: DeviceTrack) -> MapDocument {
        var document = MapDocument(shapes: fences.map { .init($0.facility, isWatched: $0.isDelivered) })
        document.tracks = track.lines
        document.points = track.fixes.last.map { [MapDocument.Point($0.coordinate, name: "Last fix of the day")] } ?? []
        return document
    }
}
