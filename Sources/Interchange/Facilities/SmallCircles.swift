internal import Foundation
internal import VisitModel

/// The circles of a file that are smaller than the typical accuracy of phones.
///
/// Wi-Fi positioning, which phones use indoors, is accurate to 20 to 50 m (68 %). Normally distributed errors, equal in
/// all directions, have a standard deviation of σ = accuracy / 1.5096, because 68 % of a Rayleigh distribution lie
/// within √(-2 ln 0.32) σ = 1.5096 σ. Of the fixes taken at the centre of a circle a share of exp(-r² / 2σ²) lies
/// outside. With an accuracy of 45 m that is half of them at r = σ √(2 ln 2) = 35.1 m.
struct SmallCircles: Sendable {
    /// The radius below which a circle is reported, in metres.
    static let leastMeters = 35.0
    /// The accuracy that a circle is tested with, in metres.
    private static let typicalAccuracyMeters = 45.0
    /// The largest number of lines in the warning.
    private static let namedLines = 5

    private(set) var count = 0
    private var lines: [Int] = []
    private var smallestMeters = Double.infinity

    mutating func add(_ geofence: Geofence, line: Int) {
        guard case .circle(_, let radius) = geofence, radius.meters < Self.leastMeters else { return }
        count += 1
        if lines.count < Self.namedLines { lines.append(line) }
        smallestMeters = min(smallestMeters, radius.meters)
    }

    /// The single warning for all of them, at the line of the first; `nil` where there is none.
    func warning(file: String, column: String?) -> Diagnostic? {
        guard let line = lines.first else { return nil }
        let radius = Self.text(smallestMeters)
        let (subject, circle) =
            count == 1
            ? ("a radius of \(radius) m is too small for typical accuracy", "its circle")
            : (
                "\(count) circles are too small for typical accuracy, the first on lines \(listedLines)",
                "the smallest (\(radius) m)"
            )
        let percent = Int((Self.shareOutside(radiusMeters: smallestMeters) * 100).rounded())
        return Diagnostic(
            .warning,
            code: "small_radius",
            file: file,
            line: line,
            column: column,
            message: "\(subject): of the fixes taken at the centre of \(circle) with an accuracy of "
                + "\(Self.text(Self.typicalAccuracyMeters)) m (68 %, common indoors) \(percent) % lie outside, expected at "
                + "least \(Self.text(Self.leastMeters)) m, where half of them do, and better 100 m"
        )
    }

    private static func shareOutside(radiusMeters: Double) -> Double {
        let sigma = typicalAccuracyMeters / 1.5096
        return exp(-radiusMeters * radiusMeters / (2 * sigma * sigma))
    }

    private var listedLines: String {
        let texts = lines.map(\.description)
        return texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
    }

    /// A length to a tenth of a metre.
    private static func text(_ meters: Double) -> String {
        let tenths = Int((meters * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
