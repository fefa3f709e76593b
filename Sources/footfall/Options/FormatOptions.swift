internal import ArgumentParser
internal import Interchange
internal import Tables
internal import VisitModel

extension ReportFormat: ExpressibleByArgument {}

struct FormatOptions: ParsableArguments {
    @Option(help: "Output format: a table for people, json or csv for programs.")
    var format: ReportFormat = .table

    /// Writes a report of all rows; `empty` is the only line of a table without any.
    func write<Row>(_ rows: [Row], _ columns: [Column<Row>], to console: Console, empty: String? = nil) throws {
        var report = Report(columns, format, to: console.output)
        for row in rows { try report.add(row) }
        try report.end(note: rows.isEmpty ? empty : nil)
    }
}

/// Converts arguments into validated values; the errors say what was expected.
enum Transforms {
    static func identifier<Subject>(_ text: String) throws -> Identifier<Subject> { try Identifier(text) }

    static func month(_ text: String) throws -> Month { try Month(text) }

    static func day(_ text: String) throws -> CivilDate {
        guard let day = CivilDate(text: text) else {
            throw ArgumentParser.ValidationError("`\(text)` is not a day, expected for instance 2024-03-05")
        }
        return day
    }

    static func verdict(_ text: String) throws -> Visit.Verdict {
        guard let verdict = Visit.Verdict(rawValue: text) else {
            let names = Visit.Verdict.allCases.map(\.rawValue).joined(separator: ", ")
            throw ArgumentParser.ValidationError("`\(text)` is not a verdict, expected one of \(names)")
        }
        return verdict
    }

    static func timeZone(_ text: String) throws -> TimeZoneName { try TimeZoneName(text) }

    /// A day alone is its start in UTC.
    static func time(_ text: String) throws -> Timestamp {
        let isDay = text.utf8.count == 10 && text.utf8.filter { $0 == UInt8(ascii: "-") }.count == 2
        return try TimestampParser().parse(isDay ? text + "T00:00:00Z" : text)
    }

    /// Parses `LAT,LON` in degrees.
    static func coordinate(_ text: String) throws -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(String(part).trimmingSpaces)
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            throw ArgumentParser.ValidationError("`\(text)` is not a point, expected LAT,LON such as 39.9524,-75.1636")
        }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension String {
    /// Without spaces at its ends.
    var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
