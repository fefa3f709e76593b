internal import Foundation
internal import PhoneOS

extension AndroidGeofenceProfile {
    /// On which side of a fence one reading is, taken by itself.
    ///
    /// - Parameter measurement: the fence and the reading.
    /// - Returns: `unknown` where the model can't tell, and what was known before goes on.
    func side(of measurement: AndroidFenceMeasurement) -> RegionState {
        switch decision {
        case .overlap: overlapSide(of: measurement)
        case .aosp: Self.aospSide(of: measurement)
        case .gnss95: certainSide(of: measurement)
        case .microg: Self.wholeCircleSide(of: measurement)
        }
    }

    /// The published rule: a share of the accuracy circle.
    private func overlapSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        guard let accuracy = measurement.accuracyMeters, let share = measurement.overlap else { return .unknown }
        let thresholds = measurement.radiusMeters >= accuracy ? largeFence : smallFence
        if share >= thresholds.enter { return .inside }
        return share <= thresholds.exit ? .outside : .unknown
    }

    /// AOSP's rule; it always decides.
    ///
    /// A reading without an accuracy counts as exact: `Location.getAccuracy` is 0 then.
    private static func aospSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        let limit = max(measurement.radiusMeters, measurement.accuracyMeters ?? 0)
        return measurement.distanceMeters <= limit ? .inside : .outside
    }

    /// The rule of the satellite receivers: the circle that holds the true position with the wanted certainty has to lie
    /// wholly on one side.
    ///
    /// `gps.h` draws that circle and calls a fence uncertain that it cuts. The accuracy is the radius that holds 68 %. With
    /// errors that are normal and the same in all directions, distances are Rayleigh distributed: the radius that holds
    /// the share p is σ √(-2 ln(1 - p)), so 95 % lie within √(ln 0.05 / ln 0.32) = 1.62 times the accuracy. That all of
    /// the circle lies on one side is more than 95 % on that side; the rule errs towards not knowing.
    private func certainSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        guard let accuracy = measurement.accuracyMeters else { return .unknown }
        let reach = accuracy * (log(1 - certainty) / log(1 - 0.68)).squareRoot()
        return Self.side(of: measurement, reach: reach)
    }

    /// microG's rule: the accuracy circle itself has to lie wholly on one side.
    private static func wholeCircleSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        guard let accuracy = measurement.accuracyMeters else { return .unknown }
        return side(of: measurement, reach: accuracy)
    }

    /// The side that all points within reach of a reading are on.
    private static func side(of measurement: AndroidFenceMeasurement, reach: Double) -> RegionState {
        if measurement.distanceMeters + reach <= measurement.radiusMeters { return .inside }
        return measurement.distanceMeters - reach > measurement.radiusMeters ? .outside : .unknown
    }
}

extension AndroidDecisionModel {
    /// What going from one state to another is called.
    ///
    /// AOSP's model says nothing when a fence turns out to be left that it had never seen entered; all others call the
    /// first outside an exit, which the initial trigger then lets pass or not.
    ///
    /// - Parameters:
    ///   - old: what was known.
    ///   - new: what is known now.
    /// - Returns: `nil` where nothing is told.
    func transition(from old: RegionState, to new: RegionState) -> RegionTransition? {
        switch (old, new) {
        case (.inside, .inside), (.outside, .outside), (_, .unknown): nil
        case (_, .inside): .enter
        case (.inside, .outside): .exit
        case (.unknown, .outside): self == .aosp ? nil : .exit
        }
    }
}
