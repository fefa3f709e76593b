/// The input of a decision about one fence.
struct AndroidFenceMeasurement: Hashable, Sendable {
    /// The distance from the fence's centre to the fix in metres, 0 or more.
    let distanceMeters: Double
    /// The fence's radius in metres, over 0.
    let radiusMeters: Double
    /// The fix's accuracy, a 68 % radius in metres, 0 or more; `nil` if it is unknown.
    let accuracyMeters: Double?

    /// Creates a measurement; a negative or NaN accuracy becomes `nil`.
    init(distanceMeters: Double, radiusMeters: Double, accuracyMeters: Double) {
        self.distanceMeters = distanceMeters
        self.radiusMeters = radiusMeters
        self.accuracyMeters = accuracyMeters >= 0 ? accuracyMeters : nil
    }
}
