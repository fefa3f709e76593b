extension FacilityDocument {
    /// The diagnostics that require the whole file.
    func wholeFileDiagnostics() -> [Diagnostic] {
        [reader.encodingNote(file: file), derivedIDNote(), smallCircleWarning()].compactMap { $0 }
            + farPlaceWarnings()
    }

    private func smallCircleWarning() -> Diagnostic? {
        let column = columns.flatMap { $0[.radiusMeters] == nil ? nil : $0.header(.radiusMeters) }
        return checks.smallCircles.warning(file: file, column: column)
    }

    private func derivedIDNote() -> Diagnostic? {
        guard let rowReader, rowReader.derivedIDCount > 0 else { return nil }
        let rows = rowReader.derivedIDCount == 1 ? "1 row has" : "\(rowReader.derivedIDCount) rows have"
        return Diagnostic(
            .note,
            code: "derived_id",
            file: file,
            line: 1,
            column: columns?.header(.facilityID),
            message: "\(rows) no id, and got one generated from name and coordinate"
        )
    }

    private func farPlaceWarnings() -> [Diagnostic] {
        guard let columns else { return [] }
        let stateHeader = columns[.state].map { ColumnName.normalized(columns.headers[$0]) }
        let hasCounties = stateHeader?.contains("county") == true
        let farPlaces = checks.farPlaces(
            statesAreUnique: !hasCounties,
            citiesAreUnique: stateHeader != nil && !hasCounties
        )
        return farPlaces.map { place in
            let field: FacilityField =
                place.isFarFromCity ? .city : columns[.state] != nil ? .state : .country
            let kilometers = Int((place.distanceMeters / 1000).rounded())
            var message =
                "the point is \(kilometers) km from the centre of the others with the same "
                + "\(columns.header(field)) and near none of them, expected a point among them"
            if let remedy = place.remedy {
                message += "; \(remedy.hint)"
            }
            return Diagnostic(
                .warning,
                code: "far_coordinate",
                file: file,
                line: place.line,
                column: columns.header(.latitude),
                message: message
            )
        }
    }
}

extension DelimitedReader {
    /// A note about bytes that were invalid in the encoding; `nil` where all were valid.
    ///
    /// - Parameter file: the file's name, for messages.
    /// - Returns: the note.
    func encodingNote(file: String) -> Diagnostic? {
        guard misfitCount > 0, let misfit = firstMisfit, let line = firstMisfitLine else { return nil }
        let value = "0x" + String(misfit.value, radix: 16, uppercase: true)
        let count = misfitCount == 1 ? "1 byte" : "\(misfitCount) bytes, the first of them here,"
        let message =
            switch encoding {
            case .utf16LittleEndian, .utf16BigEndian:
                "\(count) (\(value)) did not fit the file's UTF-16 and became U+FFFD, expected whole characters"
            default:
                "\(count) (\(value)) that is not UTF-8 was read as Windows-1252, expected a file in UTF-8"
            }
        return Diagnostic(.note, code: "encoding", file: file, line: line, message: message)
    }
}
