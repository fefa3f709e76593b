internal import VisitModel

extension FacilityRowReader {
    /// The largest distance of a facility's point from its boundary without a warning, in metres.
    ///
    /// An address point is often that of the street.
    private static let tolerableOffsetMeters = 500.0

    /// Warns of a point that does not belong to the boundary beside it.
    func warnIfOutside(_ polygon: Polygon, _ coordinate: Coordinate, _ problems: inout RowProblems) {
        let distance = polygon.signedDistance(to: coordinate)
        guard distance > Self.tolerableOffsetMeters else { return }
        problems.add(
            .warning,
            "coordinate_outside_boundary",
            column: columns.header(.boundary),
            "the boundary is \(Int(distance.rounded())) m away from latitude and longitude, expected around them; "
                + "the boundary was used"
        )
    }

    /// The radius of a row, or the default.
    func radius(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> Radius {
        guard let column = columns[.radiusMeters], !record[column].trimmed.isMissing else { return defaults.radius }
        let field = record[column].trimmed
        guard let meters = field.double(decimalComma: allowsDecimalComma) else {
            problems.add(
                .error,
                "bad_radius",
                column: columns.header(.radiusMeters),
                "\(field.quoted) is not a number, expected metres such as 150"
            )
            return defaults.radius
        }
        do throws(ValidationError) {
            return try Radius(meters: meters)
        } catch {
            problems.add(.error, "bad_radius", column: columns.header(.radiusMeters), error.message)
            return defaults.radius
        }
    }

    /// The dwell threshold of a row, or the default.
    func dwellThreshold(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> DwellThreshold {
        guard let column = columns[.dwellSeconds], !record[column].trimmed.isMissing else {
            return defaults.dwellThreshold
        }
        let field = record[column].trimmed
        guard let seconds = field.double(decimalComma: allowsDecimalComma), abs(seconds) < 1e9,
            seconds == seconds.rounded()
        else {
            problems.add(
                .error,
                "bad_dwell",
                column: columns.header(.dwellSeconds),
                "\(field.quoted) is not a whole number, expected seconds such as 600"
            )
            return defaults.dwellThreshold
        }
        do throws(ValidationError) {
            return try DwellThreshold(seconds: Int(seconds))
        } catch {
            problems.add(.error, "bad_dwell", column: columns.header(.dwellSeconds), error.message)
            return defaults.dwellThreshold
        }
    }

    /// The time zone of a row, or `nil` where it names none that can be parsed.
    mutating func timeZone(
        _ record: borrowing DelimitedRecord,
        _ problems: inout RowProblems
    ) -> TimeZoneName? {
        guard let column = columns[.timeZone], !record[column].trimmed.isMissing else { return nil }
        return zones.zone(record[column].trimmed, column: columns.header(.timeZone), &problems)
    }
}
