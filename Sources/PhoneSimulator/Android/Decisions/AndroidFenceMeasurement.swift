/// What a decision about one fence looks at.
struct AndroidFenceMeasurement: Hashable, Sendable {
    /// From the fence's centre to the reading, in metres, 0 or more.
    let distanceMeters: Double
    /// The fence's radius in metres, over 0.
    let radiusMeters: Double
    /// The reading's accuracy, a 68 % radius in metres, 0 or more; `nil` where it is not known.
    let accuracyMeters: Double?

    /// Makes a measurement.
    ///
    /// - Parameters:
    ///   - distanceMeters: from centre to reading.
    ///   - radiusMeters: of the fence.
    ///   - accuracyMeters: as the reading has it: negative or not a number means that it is not known.
    init(distanceMeters: Double, radiusMeters: Double, accuracyMeters: Double) {
        self.distanceMeters = distanceMeters
        self.radiusMeters = radiusMeters
        self.accuracyMeters = accuracyMeters >= 0 ? accuracyMeters : nil
    }
}
