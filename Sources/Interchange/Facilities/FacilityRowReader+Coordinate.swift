internal import VisitModel

extension FacilityRowReader {
    /// The coordinate of a row: its latitude and longitude, or else both from one column; `nil` where it has none, or
    /// with an error.
    func point(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> Coordinate? {
        let (latitudeField, longitudeField) = (record.field(latitudeColumn), record.field(longitudeColumn))
        guard let latitudeField, let longitudeField else {
            if latitudeField == nil, longitudeField == nil { return pair(record, &problems) }
            let field: FacilityField = latitudeField == nil ? .latitude : .longitude
            problems.add(
                .error,
                "missing_coordinate",
                column: columns.header(field),
                "the coordinate is missing, expected degrees from \(field == .latitude ? "-90 to 90" : "-180 to 180")"
            )
            return nil
        }
        let latitude = degrees(latitudeField, .latitude, .latitude, &problems)
        let longitude = degrees(longitudeField, .longitude, .longitude, &problems)
        guard let latitude, let longitude else { return nil }
        return coordinate(latitude: latitude, longitude: longitude, .latitude, .longitude, &problems)
    }

    /// Latitude and longitude from one column.
    private func pair(_ record: borrowing DelimitedRecord, _ problems: inout RowProblems) -> Coordinate? {
        guard let field = record.field(coordinatesColumn) else { return nil }
        do throws(DegreesText.Problem) {
            let pair = try CoordinateText(field.string)
            return coordinate(
                latitude: pair.latitude,
                longitude: pair.longitude,
                .coordinates,
                .coordinates,
                &problems
            )
        } catch {
            let explanation =
                error == .unreadable
                ? "is not a coordinate, expected latitude and longitude such as 48.8566, -93.2650"
                : error.explanation(.latitude)
            problems.add(
                .error,
                "bad_coordinate",
                column: columns.header(.coordinates),
                "\(field.quoted) \(explanation)"
            )
            return nil
        }
    }

    private func degrees(
        _ text: DelimitedField,
        _ axis: DegreesText.Axis,
        _ field: FacilityField,
        _ problems: inout RowProblems
    ) -> Double? {
        do throws(DegreesText.Problem) {
            return try DegreesText.degrees(text, axis)
        } catch {
            problems.add(
                .error,
                "bad_coordinate",
                column: columns.header(field),
                "\(text.quoted) \(error.explanation(axis))"
            )
            return nil
        }
    }

    /// The fields are the columns that are at fault where a number is out of range.
    private func coordinate(
        latitude: Double,
        longitude: Double,
        _ latitudeField: FacilityField,
        _ longitudeField: FacilityField,
        _ problems: inout RowProblems
    ) -> Coordinate? {
        guard latitude != 0 || longitude != 0 else {
            problems.addZeroCoordinate(column: columns.header(latitudeField))
            return nil
        }
        do throws(ValidationError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            let field = error.code == .latitude ? latitudeField : longitudeField
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

    /// Adds the error of a row without a position for a facility that is not stored; `id` is nil without one.
    func addMissingPosition(
        _ record: borrowing DelimitedRecord,
        of id: FacilityID?,
        _ problems: inout RowProblems
    ) {
        guard Self.fieldOfNewRows(missingIn: columns) == nil else {
            let who = id.map { "there is no facility `\($0)`" } ?? "the row names no facility"
            problems.add(
                .error,
                "missing_coordinate",
                "\(who), and no column for latitude and longitude to add one, expected the id of a stored facility"
            )
            return
        }
        let field: FacilityField =
            latitudeColumn != nil ? .latitude : coordinatesColumn != nil ? .coordinates : .boundary
        problems.add(
            .error,
            "missing_coordinate",
            column: columns.header(field),
            "latitude and longitude are missing, expected degrees from -90 to 90"
        )
    }
}

extension RowProblems {
    mutating func addZeroCoordinate(column: String) {
        add(
            .error,
            "zero_coordinate",
            column: column,
            "latitude and longitude are both 0, a point in the sea often written for an unknown one, "
                + "expected the facility's position"
        )
    }
}
