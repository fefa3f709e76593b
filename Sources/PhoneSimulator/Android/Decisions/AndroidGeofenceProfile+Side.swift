internal import Foundation
internal import PhoneOS

extension AndroidGeofenceProfile {
    /// Returns the side of a fence that one fix is on, regardless of the previous state.
    ///
    /// `unknown` means that the model cannot decide, so that the previous state remains.
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

    /// AOSP's rule, which always decides.
    ///
    /// A fix without an accuracy counts as exact, since `Location.getAccuracy` is 0 then.
    private static func aospSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        let limit = max(measurement.radiusMeters, measurement.accuracyMeters ?? 0)
        return measurement.distanceMeters <= limit ? .inside : .outside
    }

    /// The rule of the satellite receivers: the circle that contains the true position with the required certainty must
    /// be completely on one side.
    ///
    /// `gps.h` draws that circle and calls a fence uncertain if the circle intersects its edge. The accuracy is the
    /// radius that contains 68 %. For isotropic normal errors distances are Rayleigh distributed: the radius that
    /// contains the share p is σ √(-2 ln(1 - p)), so 95 % lie within √(ln 0.05 / ln 0.32) = 1.62 times the accuracy. If
    /// the whole circle is on one side, the probability of that side is over 95 %; the rule errs towards unknown.
    private func certainSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        guard let accuracy = measurement.accuracyMeters else { return .unknown }
        let reach = accuracy * (log(1 - certainty) / log(1 - 0.68)).squareRoot()
        return Self.side(of: measurement, reach: reach)
    }

    /// microG's rule: the accuracy circle itself must be completely on one side.
    private static func wholeCircleSide(of measurement: AndroidFenceMeasurement) -> RegionState {
        guard let accuracy = measurement.accuracyMeters else { return .unknown }
        return side(of: measurement, reach: accuracy)
    }

    /// Returns the side that all points within a distance of the fix are on.
    private static func side(of measurement: AndroidFenceMeasurement, reach: Double) -> RegionState {
        if measurement.distanceMeters + reach <= measurement.radiusMeters { return .inside }
        return measurement.distanceMeters - reach > measurement.radiusMeters ? .outside : .unknown
    }
}

extension AndroidDecisionModel {
    /// Returns the transition between two states; `nil` if nothing is reported.
    ///
    /// AOSP's model reports nothing if a fence that was never entered turns out to be outside. All others report the
    /// first outside as an exit, which the initial trigger then filters.
    func transition(from old: RegionState, to new: RegionState) -> RegionTransition? {
        switch (old, new) {
        case (.inside, .inside), (.outside, .outside), (_, .unknown): nil
        case (_, .inside): .enter
        case (.inside, .outside): .exit
        case (.unknown, .outside): self == .aosp ? nil : .exit
        }
    }
}

/// The input of a decision about one fence.
struct AndroidFenceMeasurement: Hashable, Sendable {
    /// From the fence's centre to the fix, 0 or more.
    let distanceMeters: Double
    /// Over 0.
    let radiusMeters: Double
    /// A 68 % radius, 0 or more; `nil` if it is unknown.
    let accuracyMeters: Double?

    /// A negative or NaN accuracy becomes `nil`.
    init(distanceMeters: Double, radiusMeters: Double, accuracyMeters: Double) {
        self.distanceMeters = distanceMeters
        self.radiusMeters = radiusMeters
        self.accuracyMeters = accuracyMeters >= 0 ? accuracyMeters : nil
    }
}

extension AndroidFenceMeasurement {
    /// The share of the accuracy circle that lies in the fence, 0...1; `nil` if the accuracy is unknown.
    ///
    /// The area of the lens that two circles share over π a² (Weisstein, "Circle-Circle Intersection", MathWorld,
    /// equation 14). 1 if the accuracy circle is completely inside, r²/a² if the fence is completely inside it.
    var overlap: Double? {
        guard let accuracy = accuracyMeters else { return nil }
        let (a, r, d) = (accuracy, radiusMeters, distanceMeters)
        // The first case also covers an accuracy of 0, of which the circle is a point.
        if d + a <= r { return 1 }
        if d >= a + r { return 0 }
        if d + r <= a { return (r / a) * (r / a) }
        guard a > 0 else { return 0 }
        // Rounding may move a cosine past 1 if the circles just touch, and the product under the root below 0.
        let fenceAngle = acos(min(1, max(-1, (d * d + r * r - a * a) / (2 * d * r))))
        let readingAngle = acos(min(1, max(-1, (d * d + a * a - r * r) / (2 * d * a))))
        let product = (-d + r + a) * (d + r - a) * (d - r + a) * (d + r + a)
        let lens = r * r * fenceAngle + a * a * readingAngle - max(0, product).squareRoot() / 2
        return min(1, max(0, lens / (.pi * a * a)))
    }
}
