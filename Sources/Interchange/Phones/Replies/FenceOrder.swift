package import VisitModel

/// A facility's fence that a phone is told to watch.
package struct FenceOrder: Hashable, Sendable {
    /// The facility; its identifier is the fence's.
    package let facility: FacilityID
    /// What people call the facility; may be empty.
    package let name: String
    /// The centre of the circle, or of the circle round the polygon.
    package let center: Coordinate
    /// The radius of the circle, or of the circle round the polygon, in metres.
    package let radiusMeters: Double
    /// The corners of the polygon, without the repeated last one; `nil` for a circle.
    package let vertices: [Coordinate]?
    /// How long a member has to stay for the phone to tell of it, in seconds.
    package let dwellSeconds: Int
    /// The centre again, from where distances are measured.
    let point: EarthPoint
    /// The fence as Radar's SDKs read it: every answer to them holds all fences, so it is written once.
    let radarJSON: [UInt8]

    /// Makes an order.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - name: what people call it.
    ///   - center: the centre of the circle, or of the circle round the polygon.
    ///   - radiusMeters: that circle's radius, in metres; finite and more than 0.
    ///   - vertices: the corners of the polygon, without the repeated last one; `nil` for a circle.
    ///   - dwellSeconds: how long a member has to stay for the phone to tell of it, in seconds.
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
        var json = JSONText()
        json.radarGeofence(
            facility,
            name: name,
            center: center,
            radiusMeters: radiusMeters,
            vertices: vertices,
            dwellSeconds: dwellSeconds
        )
        radarJSON = json.bytes
    }

    /// Makes the order to watch a facility.
    ///
    /// A polygon's holes are left out: no phone's system knows any, and what the phone says of a fence is not what counts.
    ///
    /// - Parameter facility: the facility.
    package init(_ facility: Facility) {
        let center: Coordinate
        let radius: Double
        var vertices: [Coordinate]?
        switch facility.geofence {
        case .circle(let middle, let size): (center, radius) = (middle, size.meters)
        case .polygon(let polygon):
            let circle = polygon.boundingCircle
            (center, radius) = (circle.center, circle.radiusMeters)
            vertices = polygon.exterior
        }
        self.init(
            facility: facility.id,
            name: facility.name,
            center: center,
            radiusMeters: radius,
            vertices: vertices,
            dwellSeconds: facility.dwellThreshold.seconds
        )
    }
}

/// What a phone has to change about the fences that it watches.
package struct FenceOrders: Hashable, Sendable {
    /// Fences to watch from now on, also those that changed.
    package var added: [FenceOrder]
    /// Fences to forget.
    package var removed: [FacilityID]
    /// All fences that the phone is to watch, for apps that take nothing else; `nil` where `added` is all of them.
    ///
    /// The Radar SDK replaces what it watches by what a reply says (`replaceSyncedGeofences`).
    package var all: [FenceOrder]?

    /// Makes orders.
    ///
    /// - Parameters:
    ///   - added: fences to watch from now on.
    ///   - removed: fences to forget.
    ///   - all: all fences that the phone is to watch; `nil` where `added` is all of them.
    package init(added: [FenceOrder] = [], removed: [FacilityID] = [], all: [FenceOrder]? = nil) {
        self.added = added
        self.removed = removed
        self.all = all
    }

    /// Whether there is nothing to change.
    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
