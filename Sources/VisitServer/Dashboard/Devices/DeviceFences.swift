internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The geofences of a phone: those that are chosen for it, those that were delivered to it, and the nearest others.
struct DeviceFences: Sendable {
    /// How many are shown beyond those that the phone's system takes.
    private static let others = 20

    /// A geofence.
    struct Fence: Sendable {
        let facility: Facility
        /// From the phone's last fix to the edge; `nil` where there is none.
        let distance: Double?
        /// Whether it is chosen for the phone.
        let isRegistered: Bool
        /// Whether it was delivered to the phone.
        let isDelivered: Bool
    }

    /// The nearest first, or by id where nobody knows where the phone is.
    let fences: [Fence]
    let condition: DeviceCondition
    /// The phone's last fix.
    let last: Fix?

    /// Reads them.
    ///
    /// - Parameters:
    ///   - stored: the phone.
    ///   - store: has the facilities.
    ///   - pipeline: knows what is registered.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    init(_ stored: StoredDevice, _ store: VisitStore, _ pipeline: VisitPipeline) throws {
        let device = stored.device
        condition = try pipeline.condition(of: device.id)
        last = try pipeline.lastFix(of: device.id)
        let (registered, delivered) = (Set(condition.registered), Set(condition.delivered))
        var fences: [Fence] = []
        if let last {
            let count = device.platform.geofenceLimit + Self.others
            fences = try store.nearestFacilities(to: last.coordinate, count: count, member: device.member).map {
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
            guard let facility = try store.facility(id)?.facility else { continue }
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

    /// What a map shows of them, with a track.
    func document(with track: DeviceTrack) -> MapDocument {
        var document = MapDocument(shapes: fences.map { .init($0.facility, isWatched: $0.isDelivered) })
        document.tracks = track.lines
        document.points = track.fixes.last.map { [MapDocument.Point($0.coordinate, name: "Last fix of the day")] } ?? []
        return document
    }
}
