internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import VisitModel

/// The circle around the last good fix, of which the exit reports that the member has moved far enough to select places
/// again.
///
/// An app that relies on geofences alone receives no fixes between transitions: without this circle it would never
/// learn that other places are nearest, and in an area without places nothing would wake it again. The circle occupies
/// one of the platform's regions, is no facility, and its transitions are not emitted.
struct MovementTrigger: Hashable, Sendable {
    static let regionName = "footfall.movement"
    /// The maximum horizontal accuracy of a fix that a circle may be placed around, in metres.
    static let goodAccuracyMeters = 100.0
    /// The bounds of the circle's radius in metres, as Customer.io's.
    static let radiusBounds = 100.0...5000.0
    /// The radius in metres if there is nothing to select, because no place or every place is monitored; Customer.io's.
    static let radiusWithoutPlaces = 3000.0

    struct Circle: Hashable, Sendable {
        let center: Coordinate
        let radiusMeters: Double
    }

    /// The position of the last good fix; `nil` before the first, and after the member has left it.
    private(set) var anchor: Coordinate?
    private var anchorTime: Timestamp?
    /// The circle that the system was requested to monitor and has not refused or lost.
    private(set) var placed: Circle?
    /// Whether the circle must be placed as soon as there is a good fix.
    private(set) var isDue = true
    /// The number of monitored places when the system had no room for the circle.
    private var refusedBeside: Int?

    init() {}

    /// Creates a trigger that an earlier process placed.
    init(placed: Circle) { (anchor, self.placed, isDue) = (placed.center, placed, false) }

    /// A good fix outside of the circle moves the circle.
    mutating func update(_ fix: Fix) {
        let accuracy = fix.horizontalAccuracy ?? 0
        guard accuracy >= 0, accuracy <= Self.goodAccuracyMeters else { return }
        if let anchorTime, fix.time < anchorTime { return }
        (anchor, anchorTime) = (fix.coordinate, fix.time)
        if let placed, placed.center.distance(to: fix.coordinate) > placed.radiusMeters { isDue = true }
    }

    /// The circle belongs around the next good fix then.
    mutating func wasLeft() {
        anchor = nil
        isDue = true
    }

    /// The radius may change with the monitored places.
    mutating func placesChanged() { isDue = true }

    /// Records that the system no longer monitors the circle, whether or not it reported so.
    mutating func wasLost() {
        placed = nil
        isDue = true
        refusedBeside = nil
    }

    /// The system had no room for the circle beside so many places; with fewer, there may be room.
    mutating func wasRefused(beside count: Int) {
        placed = nil
        isDue = true
        refusedBeside = count
    }

    mutating func wasPlaced(_ circle: Circle) {
        placed = circle
        isDue = false
    }

    /// False if the circle is already in place, if no fix says where it belongs, or if there is no room.
    func canBePlaced(beside count: Int) -> Bool {
        isDue && anchor != nil && refusedBeside.map { count < $0 } ?? true
    }

    /// Returns the circle, with half of the distance to the farthest edge as its radius; `nil` before the first good
    /// fix.
    ///
    /// Places that are not monitored lie beyond that edge: the second half of the way to it leaves the system time to
    /// report the exit. Transistor's helper fence has half of `geofenceProximityRadius` for the same reason. Without a
    /// farthest edge there is nothing to select.
    func circle(farthestEdgeMeters: Double?, largestRadiusMeters: Double?) -> Circle? {
        guard let anchor else { return nil }
        let wanted = farthestEdgeMeters.map { $0 / 2 } ?? Self.radiusWithoutPlaces
        let bounded = min(max(wanted, Self.radiusBounds.lowerBound), Self.radiusBounds.upperBound)
        return Circle(center: anchor, radiusMeters: min(bounded, largestRadiusMeters ?? bounded))
    }
}

extension Facilities {
    /// Places the movement trigger around the last good fix, if it is due and possible.
    ///
    /// On Android the exit is requested as the initial trigger: a member who moved while nothing was monitored, as
    /// across a restart, is reported at once (as Customer.io does).
    func placeTrigger() {
        let (trigger, watched, lacksSlots) = state.withLock { state in
            (state.isActive && state.obstacle == nil ? state.trigger : nil, state.watched, state.lacksSlots)
        }
        guard let trigger, trigger.canBePlaced(beside: watched.count), let anchor = trigger.anchor else { return }
        // With slots to spare every place is monitored and there is nothing to select: no wake-up is needed on the way.
        let isChoice = lacksSlots || watched.count >= phone.platform.geofenceLimit - 1
        do {
            let circle = trigger.circle(
                farthestEdgeMeters: isChoice ? try farthestEdge(of: nearest(of: watched), from: anchor) : nil,
                largestRadiusMeters: phone.maximumRegionRadiusMeters
            )
            guard let circle else { return }
            watch(circle, as: try RegionID(MovementTrigger.regionName))
            try remember()
        } catch {
            hub.emit(error)
        }
    }

    private func watch(_ circle: MovementTrigger.Circle, as id: RegionID) {
        state.withLock { $0.trigger?.wasPlaced(circle) }
        do {
            try phone.monitorExit(of: id, center: circle.center, radiusMeters: circle.radiusMeters)
        } catch {
            handle(.regionFailed(id, error), at: phone.now())
        }
    }

    /// Those that are not monitored for the member's visits alone: a favourite in another town says nothing about where
    /// the nearest places end.
    private func nearest(of watched: Set<RegionID>) throws -> Set<RegionID> {
        try watched.subtracting(recorder.preferred().map(RegionID.init(facility:)))
    }

    /// In metres; `nil` if no region is monitored.
    private func farthestEdge(of watched: Set<RegionID>, from place: Coordinate) throws -> Double? {
        try watched.compactMap { id in
            guard case .circle(let center, let radius)? = try request(for: id)?.shape else { return nil }
            return center.distance(to: place) - radius
        }.max()
    }
}

extension PhoneOS {
    /// Monitors the exit from a circle, in place of an earlier circle of this name.
    ///
    /// Android keeps the state of a region that is added again, and would take the phone to be outside of the new one.
    func monitorExit(of id: RegionID, center: Coordinate, radiusMeters: Double) throws(PhoneError) {
        if platform == .android { removeRegions([id]) }
        let radius = min(radiusMeters, maximumRegionRadiusMeters ?? .infinity)
        let shape = RegionRequest.Shape.circle(center: center, radiusMeters: radius)
        try addRegions([RegionRequest(id: id, shape: shape, notifies: .exit, initialTrigger: .exit)])
    }
}
