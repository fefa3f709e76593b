internal import Foundation

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
