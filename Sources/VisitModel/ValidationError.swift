/// A value outside the domain of its type.
///
/// Every validated type of this module (`Coordinate`, `Radius`, identifiers …) throws it from its initialiser, so that
/// an invalid value is rejected where it enters and is never checked again downstream.
public struct ValidationError: Error, Hashable, Sendable {
    /// The kind of broken rule; stable, for programs.
    public enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// A latitude that is not a number or outside -90...90 degrees.
        case latitude
        /// A longitude that is not a number or outside -180...180 degrees.
        case longitude
        /// A radius that is not a number or outside `Radius.allowedMeters`.
        case radius
        /// An identifier that is empty, too long or holds a control character.
        case identifier
        /// A polygon that encloses no area, winds round a pole or has too many corners.
        case polygon
        /// A text that is not a point in time.
        case timestamp
        /// A name that is not in the IANA time-zone database.
        case timeZone = "time_zone"
        /// A text or number that is not a calendar month.
        case month
        /// A dwell threshold outside `DwellThreshold.allowedSeconds`.
        case dwell

        /// The raw value, as in reports.
        public var description: String { rawValue }
    }

    /// The broken rule.
    public let code: Code
    /// What was wrong and what was expected, as a sentence for a person, without a final full stop.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ValidationError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
