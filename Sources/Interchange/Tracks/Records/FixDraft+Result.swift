internal import VisitModel

/// The problem of an unusable record, independent of how it is reported.
struct RecordProblem {
    /// The kind of problem, in snake case for programs.
    let code: String
    /// The field at fault.
    let field: TrackField?
    /// The error and what was expected.
    let message: String
}

extension FixDraft {
    /// The fix, where everything required is present and valid; otherwise `problem` gives the reason.
    ///
    /// - Parameters:
    ///   - flags: flags in addition to those of the record.
    ///   - allowsZero: whether latitude and longitude of exactly 0 are a position and not a sign that there is none.
    /// - Returns: the fix, or `nil`.
    @inline(__always)
    func fix(flags: Fix.Flags = [], allowsZero: Bool = false) -> Fix? {
        guard fault == nil, let time, latitude.magnitude <= 90, longitude.magnitude <= 180,
            allowsZero || latitude != 0 || longitude != 0,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return Fix(
            time: time,
            coordinate: coordinate,
            horizontalAccuracy: accuracy,
            speed: speed,
            course: course,
            altitude: altitude.isNaN ? nil : altitude,
            activity: activity,
            battery: battery,
            flags: finalFlags.union(flags)
        )
    }

    /// The problem of a record that gave no fix.
    var problem: RecordProblem {
        switch fault {
        case .notANumber(let field, let text):
            return RecordProblem(
                code: "unreadable_coordinate",
                field: field,
                message: "`\(text)` is not a number of degrees"
            )
        case .time(let problem, let text):
            let code = problem == .zoneMissing ? "missing_zone" : "unreadable_time"
            return RecordProblem(code: code, field: .time, message: "`\(text)` \(problem.explanation)")
        case .identifier(let field, let error):
            return RecordProblem(code: "bad_identifier", field: field, message: error.message)
        case nil: break
        }
        for (field, value) in [(TrackField.latitude, latitude), (.longitude, longitude)] where value.isNaN {
            return RecordProblem(
                code: "missing_coordinate",
                field: field,
                message: "there is no \(field.name), expected a number of degrees"
            )
        }
        guard time != nil else {
            return RecordProblem(
                code: "missing_time",
                field: .time,
                message: "the record has no time, expected for instance 2024-03-01T06:09:38Z or seconds since 1970"
            )
        }
        do throws(ValidationError) {
            _ = try Coordinate(latitude: latitude, longitude: longitude)
            return RecordProblem(
                code: "zero_coordinate",
                field: .latitude,
                message: "latitude and longitude are both 0, which devices without a position write"
            )
        } catch {
            let field: TrackField = error.code == .latitude ? .latitude : .longitude
            return RecordProblem(code: "coordinate_out_of_range", field: field, message: error.message)
        }
    }
}
