internal import PhoneOS
internal import VisitModel

/// The circle round the last good fix whose exit tells that the member has moved far enough to choose places anew.
///
/// An app that lives by geofences alone gets no readings between them: without this it would never learn that other places
/// are nearest now, and in a region without places nothing would wake it again. It takes one of the platform's regions, is
/// no facility, and is told of to nobody. A value: it is told what happens, and says where the circle belongs.
struct MovementTrigger: Hashable, Sendable {
    /// The name of its region.
    static let regionName = "footfall.movement"
    /// The accuracy of a fix that a circle may be laid round, in metres, at most.
    static let goodAccuracyMeters = 100.0
    /// The circle's radius in metres: Customer.io's bounds.
    static let radiusBounds = 100.0...5000.0
    /// The radius in metres where there is nothing to choose, because no place is watched or every one is: Customer.io's.
    static let radiusWithoutPlaces = 3000.0

    /// What is watched.
    struct Circle: Hashable, Sendable {
        /// The middle.
        let center: Coordinate
        /// The radius in metres.
        let radiusMeters: Double
    }

    /// Where the phone was by the last good fix; `nil` before one, and once it is known to be elsewhere.
    private(set) var anchor: Coordinate?
    private var anchorTime: Timestamp?
    /// What the system was asked to watch and has not refused or lost.
    private(set) var placed: Circle?
    /// Whether the circle has to be placed, as soon as there is a good fix.
    private(set) var isDue = true
    /// How many places were watched when the system had no room for the circle.
    private var refusedBeside: Int?

    /// A trigger that waits for its first fix.
    init() {}

    /// A trigger that an earlier process placed.
    init(placed: Circle) {
        (anchor, self.placed, isDue) = (placed.center, placed, false)
    }

    /// Takes a fix: a good one outside of the circle moves it.
    mutating func take(_ fix: Fix) {
        let accuracy = fix.horizontalAccuracy ?? 0
        guard accuracy >= 0, accuracy <= Self.goodAccuracyMeters else { return }
        if let anchorTime, fix.time < anchorTime { return }
        (anchor, anchorTime) = (fix.coordinate, fix.time)
        if let placed, placed.center.distance(to: fix.coordinate) > placed.radiusMeters { isDue = true }
    }

    /// The member has left the circle: it belongs round the next good fix.
    mutating func wasLeft() {
        anchor = nil
        isDue = true
    }

    /// Other places are watched: the circle's radius may be another.
    mutating func placesChanged() { isDue = true }

    /// The system does not watch the circle any more, with or without having told.
    mutating func wasLost() {
        placed = nil
        isDue = true
        refusedBeside = nil
    }

    /// The system had no room for the circle.
    ///
    /// - Parameter count: how many places it watches; with fewer it may have.
    mutating func wasRefused(beside count: Int) {
        placed = nil
        isDue = true
        refusedBeside = count
    }

    /// The system was asked to watch the circle.
    mutating func wasPlaced(_ circle: Circle) {
        placed = circle
        isDue = false
    }

    /// Whether the circle can be placed now.
    ///
    /// - Parameter count: how many places the system watches.
    /// - Returns: false where it is in place already, where no fix says where it belongs, and where there is no room.
    func canBePlaced(beside count: Int) -> Bool {
        isDue && anchor != nil && refusedBeside.map { count < $0 } ?? true
    }

    /// The circle, half as wide as it is to the farthest edge.
    ///
    /// What is not watched lies beyond that edge: half of the way to it is left for the system to tell of the exit on.
    /// Transistor's helper fence has half of `geofenceProximityRadius` by the same thought.
    ///
    /// - Parameters:
    ///   - farthestEdgeMeters: from the last good fix to the edge of the farthest place that is watched; `nil`
    ///     where there is nothing to choose.
    ///   - largestRadiusMeters: what the phone takes at most; `nil` for any.
    /// - Returns: `nil` before the first good fix.
    func circle(farthestEdgeMeters: Double?, largestRadiusMeters: Double?) -> Circle? {
        guard let anchor else { return nil }
        let wanted = farthestEdgeMeters.map { $0 / 2 } ?? Self.radiusWithoutPlaces
        let bounded = min(max(wanted, Self.radiusBounds.lowerBound), Self.radiusBounds.upperBound)
        return Circle(center: anchor, radiusMeters: min(bounded, largestRadiusMeters ?? bounded))
    }
}
