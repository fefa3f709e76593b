internal import VisitModel

extension FacilityRowReader {
    /// The point of a row: its latitude and longitude, or else the middle of its boundary.
    func coordinate(
        _ record: borrowing DelimitedRecord,
        shape: BoundaryText.Shape?,
        _ problems: inout RowProblems
    ) -> Coordinate? {
        let latitudeField = record.field(columns[.latitude])
        let longitudeField = record.field(columns[.longitude])
        if latitudeField == nil, longitudeField == nil, let shape {
            switch shape {
            case .point(let point): return point
            case .polygon(let polygon): return polygon.boundingCircle.center
            }
        }
        guard let latitudeField, let longitudeField else {
            let (column, range) =
                latitudeField == nil
                ? (columns.header(.latitude), "-90 to 90") : (columns.header(.longitude), "-180 to 180")
            let lacksBoth = latitudeField == nil && longitudeField == nil
            let what = lacksBoth ? "latitude and longitude are" : "the coordinate is"
            problems.add(
                .error,
                "missing_coordinate",
                column: column,
                "\(what) missing, expected degrees from \(range)"
            )
            return nil
        }
        let latitude = degrees(latitudeField, .latitude, &problems)
        let longitude = degrees(longitudeField, .longitude, &problems)
        guard let latitude, let longitude else { return nil }
        guard latitude != 0 || longitude != 0 else {
            problems.add(
                .error,
                "zero_coordinate",
                column: columns.header(.latitude),
                "latitude and longitude are both 0, a point in the sea often written for an unknown one, "
                    + "expected the facility's position"
            )
            return nil
        }
        do throws(ValidationError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            let field: FacilityField = error.code == .latitude ? .latitude : .longitude
            var message = error.message
            if (try? Coordinate(latitude: longitude, longitude: latitude)) != nil {
                message += "; latitude and longitude seem to be swapped"
            } else if abs(latitude) > 90, abs(longitude) > 180 {
                message += "; these look like metres of a map grid, which have to be converted first"
            }
            problems.add(.error, "coordinate_out_of_range", column: columns.header(field), message)
            return nil
        }
    }

    private func degrees(_ text: DelimitedField, _ field: FacilityField, _ problems: inout RowProblems) -> Double? {
        // A comma inside one field of degrees can only be a decimal comma.
        if let value = text.double(decimalComma: true) { return value }
        let (direction, example) = field == .latitude ? ("north", "48.8566") : ("east", "-93.2650")
        problems.add(
            .error,
            "bad_coordinate",
            column: columns.header(field),
            "\(text.quoted) is not a number, expected degrees \(direction) such as \(example)"
        )
        return nil
    }
}
