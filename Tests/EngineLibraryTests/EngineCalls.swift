import CArrow
import GeofenceEngine
import Interchange
import TimelineTestSupport
import VisitModel

@testable import EngineLibrary

/// The library called as from C, with tables of Swift values.
final class EngineCalls {
    private var engine: UnsafeMutableRawPointer?

    struct Failure: Error, Equatable, CustomStringConvertible {
        let code: String
        let message: String

        var description: String { "\(code): \(message)" }
    }

    /// Opens an engine; throws `Failure`.
    init(_ facilities: [ArrowValues], options: String? = nil) throws {
        var table = try Self.table(facilities)
        var error = footfall_engine_error()
        let status = open(&table, options, &engine, &error)
        guard status == 0 else { throw Self.failure(error) }
        precondition(table.schema.release == nil && table.array.release == nil, "the table was not released")
    }

    deinit { close(engine) }

    /// The results of a call, copied out of its tables, which are released.
    struct Returned {
        let visits: [[String: String]]
        let events: [[String: String]]
        let states: [(member: String, dueAt: Timestamp?, bytes: [UInt8])]
        let refused: [[String: String]]
    }

    /// Evaluates fixes; throws `Failure`.
    func advance(
        _ fixes: [ArrowValues],
        states: [(member: String, dueAt: Timestamp?, bytes: [UInt8])]? = nil,
        now: Timestamp = SmallPlaces.now
    ) throws -> Returned {
        var table = try Self.table(fixes)
        var carried = try Self.table(Self.columns(of: states ?? []))
        var results = footfall_engine_results()
        var error = footfall_engine_error()
        let status = withUnsafeMutablePointer(to: &carried) { carried in
            EngineLibrary.advance(
                engine,
                &table,
                states == nil ? nil : carried,
                now.milliseconds,
                &results,
                &error
            )
        }
        if states == nil { Self.release(&carried) }
        precondition(table.array.release == nil, "the table of fixes was not released")
        guard status == 0 else {
            precondition(results.visits.array.release == nil, "a call that failed returned a table")
            throw Self.failure(error)
        }
        return Returned(
            visits: try Self.rows(&results.visits),
            events: try Self.rows(&results.events),
            states: try Self.states(&results.states),
            refused: try Self.rows(&results.refused)
        )
    }

    static func failure(_ error: footfall_engine_error) -> Failure {
        func text<Bytes>(_ bytes: Bytes) -> String {
            withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return Failure(code: text(error.code), message: text(error.message))
    }

    static func table(_ columns: [ArrowValues]) throws -> footfall_engine_table {
        var table = footfall_engine_table()
        try ArrowExport.table(columns, schema: &table.schema, array: &table.array)
        return table
    }

    private static func columns(
        of states: [(member: String, dueAt: Timestamp?, bytes: [UInt8])]
    ) -> [ArrowValues] {
        var (members, due) = (ArrowValues("member", .text), ArrowValues("due_at", .time))
        var bytes = ArrowValues("state", .binary)
        for state in states {
            members.append(state.member)
            due.append(state.dueAt)
            bytes.append(state.bytes)
        }
        return [members, due, bytes]
    }

    /// Reads a returned table as texts, null values left out, and releases it.
    private static func rows(_ table: inout footfall_engine_table) throws -> [[String: String]] {
        defer { release(&table) }
        var rows = Array(repeating: [String: String](), count: Int(table.array.length))
        try forEachColumn(of: table) { name, column in
            for row in rows.indices where !column.isNull(row) {
                switch column.kind {
                case .text: rows[row][name] = column.text(row)
                case .float64: rows[row][name] = column.number(row).map { String($0) }
                case .flag: rows[row][name] = column.flag(row).map { String($0) }
                case .timestamp: rows[row][name] = column.time(row)?.description
                default: rows[row][name] = column.integer(row).map { String($0) }
                }
            }
        }
        return rows
    }

    private static func states(
        _ table: inout footfall_engine_table
    ) throws -> [(member: String, dueAt: Timestamp?, bytes: [UInt8])] {
        defer { release(&table) }
        var states = Array(
            repeating: (member: "", dueAt: Timestamp?.none, bytes: [UInt8]()),
            count: Int(table.array.length)
        )
        try forEachColumn(of: table) { name, column in
            for row in states.indices {
                switch name {
                case "member": states[row].member = column.text(row) ?? ""
                case "due_at": states[row].dueAt = column.time(row)
                default: states[row].bytes = Array(column.utf8(row))
                }
            }
        }
        return states
    }

    private static func forEachColumn(
        of table: footfall_engine_table,
        _ body: (String, ArrowColumn) throws -> Void
    ) throws {
        for index in 0..<Int(table.schema.n_children) {
            guard let schema = table.schema.children[index]?.pointee, let array = table.array.children[index]?.pointee,
                let kind = ArrowColumn.Kind(format: String(cString: schema.format)),
                let column = ArrowColumn(kind, array, tableOffset: 0)
            else { throw Failure(code: "test", message: "column \(index) can't be read") }
            try body(String(cString: schema.name), column)
        }
    }

    private static func release(_ table: inout footfall_engine_table) {
        withUnsafeMutablePointer(to: &table.schema) { schema in schema.pointee.release?(schema) }
        withUnsafeMutablePointer(to: &table.array) { array in array.pointee.release?(array) }
    }
}

extension EngineCalls {
    /// The table of facilities, with keys from 1.
    static func columns(of facilities: [Facility]) -> [ArrowValues] {
        var (keys, ids) = (ArrowValues("key", .int64), ArrowValues("id", .text))
        var (latitudes, longitudes) = (ArrowValues("latitude", .float64), ArrowValues("longitude", .float64))
        var radii = ArrowValues("radius_m", .float64)
        for (number, facility) in facilities.enumerated() {
            keys.append(Int64(number + 1))
            ids.append(facility.id.text)
            latitudes.append(facility.geofence.center.latitude)
            longitudes.append(facility.geofence.center.longitude)
            var radiusMeters: Double?
            if case .circle(_, let radius) = facility.geofence { radiusMeters = radius.meters }
            radii.append(radiusMeters)
        }
        return [keys, ids, latitudes, longitudes, radii]
    }

    /// The table of fixes, sorted by member and device; the fixes of a device stay in their order.
    static func columns(of fixes: [TrackFix]) -> [ArrowValues] {
        let sorted = fixes.enumerated().sorted {
            ($0.element.member?.text ?? "", $0.element.device.text, $0.offset)
                < ($1.element.member?.text ?? "", $1.element.device.text, $1.offset)
        }.map(\.element)
        var (members, devices) = (ArrowValues("member", .text), ArrowValues("device", .text))
        var (platforms, times) = (ArrowValues("platform", .text), ArrowValues("timestamp", .time))
        var (latitudes, longitudes) = (ArrowValues("latitude", .float64), ArrowValues("longitude", .float64))
        var (accuracies, stationary) = (ArrowValues("accuracy", .float64), ArrowValues("stationary", .flag))
        for track in sorted {
            members.append(track.member?.text)
            devices.append(track.device.text)
            platforms.append(track.platform?.rawValue)
            times.append(track.fix.time)
            latitudes.append(track.fix.coordinate.latitude)
            longitudes.append(track.fix.coordinate.longitude)
            accuracies.append(track.fix.horizontalAccuracy)
            stationary.append(track.fix.flags.contains(.stationary))
        }
        return [members, devices, platforms, times, latitudes, longitudes, accuracies, stationary]
    }
}
