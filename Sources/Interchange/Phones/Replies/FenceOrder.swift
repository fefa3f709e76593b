package import VisitModel
internal import WireJSON

/// A facility's fence for a phone to monitor.
package struct FenceOrder: Hashable, Sendable {
    /// The facility; its identifier is the fence's.
    package let facility: FacilityID
    /// May be empty.
    package let name: String
    /// The centre of the circle, or of the circle round the polygons.
    package let center: Coordinate
    /// The radius of that circle, in metres; finite and more than 0.
    package let radiusMeters: Double
    /// The corners of the polygon, without the repeated last one; `nil` for a circle and for several polygons.
    package let vertices: [Coordinate]?
    /// The time after which the phone reports a dwell, in seconds.
    package let dwellSeconds: Int
    /// The centre as a vector, for distances.
    let point: EarthPoint
    /// The fence as JSON for Radar's SDKs, encoded once because every response to them contains all fences.
    private(set) var radarJSON: [UInt8] = []

    package init(
        facility: FacilityID,
        name: String = "",
        center: Coordinate,
        radiusMeters: Double,
        vertices: [Coordinate]? = nil,
        dwellSeconds: Int
    ) {
        self.facility = facility
        self.name = name
        self.center = center
        self.radiusMeters = radiusMeters
        self.vertices = vertices
        self.dwellSeconds = dwellSeconds
        point = EarthPoint(center)
        var json = JSONBytes()
        json.radarGeofence(self)
        radarJSON = json.bytes
    }

    /// Creates the order to monitor a facility.
    ///
    /// A polygon's holes are left out, and of several polygons only the circle around all of them is monitored: no
    /// phone's system supports either, and the phone's reports of a fence do not decide visits.
    package init(_ facility: Facility) {
        let circle = facility.geofence.enclosingCircle
        var vertices: [Coordinate]?
        if case .polygon(let polygon) = facility.geofence { vertices = polygon.exterior }
        self.init(
            facility: facility.id,
            name: facility.name,
            center: circle.center,
            radiusMeters: circle.radiusMeters,
            vertices: vertices,
            dwellSeconds: facility.dwellThreshold.seconds
        )
    }
}

/// The changes to the fences that a phone monitors.
package struct FenceOrders: Hashable, Sendable {
    /// The fences to add or replace.
    package var added: [FenceOrder]
    package var removed: [FacilityID]
    /// All fences that the phone is to monitor, for apps that need the complete list; `nil` where `added` is all of
    /// them.
    ///
    /// The Radar SDK replaces its fences by those of a response (`replaceSyncedGeofences`).
    package var all: [FenceOrder]?

    package init(added: [FenceOrder] = [], removed: [FacilityID] = [], all: [FenceOrder]? = nil) {
        self.added = added
        self.removed = removed
        self.all = all
    }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
