import CArrow
import Interchange
import Testing
import TimelineTestSupport
import VisitModel

@testable import EngineLibrary

@Suite("What the library refuses, and what it says")
struct EngineRefusalTests {
    private let facilities: [ArrowValues]
    private let fixes: [ArrowValues]

    init() throws {
        facilities = EngineCalls.columns(of: [try SmallPlaces.place(0, eastMeters: 0)])
        fixes = EngineCalls.columns(of: try Journey.visitOfFirstPlace().fixes)
    }

    private func failure(_ fixes: [ArrowValues]) throws -> EngineCalls.Failure? {
        let engine = try EngineCalls(facilities)
        do {
            _ = try engine.advance(fixes)
            return nil
        } catch let failure as EngineCalls.Failure {
            return failure
        }
    }

    /// The fixes with one column replaced.
    private func fixes(with column: ArrowValues) -> [ArrowValues] {
        fixes.map { $0.name == column.name ? column : $0 }
    }

    private func column<Value>(
        _ name: String,
        _ kind: ArrowValues.Kind,
        _ value: (Int) -> Value,
        _ append: (inout ArrowValues, Value) -> Void
    ) -> ArrowValues {
        var column = ArrowValues(name, kind)
        for row in 0..<fixes[0].count { append(&column, value(row)) }
        return column
    }

    @Test("a column of another type, by its name and both types")
    func types() throws {
        let ids = column("member", .int64, { _ in Int64(7) }) { $0.append($1) }
        try #expect(
            failure(fixes(with: ids))
                == EngineCalls.Failure(
                    code: "column",
                    message: "the column `member` of `fixes` has the type int64, expected string or large_string"
                )
        )
        let flags = column("latitude", .flag, { _ in true }) { $0.append($1) }
        try #expect(
            failure(fixes(with: flags))?.message.contains("`latitude` of `fixes` has the type bool, expected double")
                == true
        )
    }

    @Test("a type that is not read at all, as float32")
    func unreadTypes() throws {
        var table = try EngineCalls.table(fixes)
        let schema = try #require(table.schema.children[4])
        let format = schema.pointee.format
        let narrow: StaticString = "f"
        narrow.withUTF8Buffer {
            schema.pointee.format = UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self)
        }
        let error = #expect(throws: EngineLibraryError.self) { try ArrowTable("fixes", table.schema, table.array) }
        #expect(
            error?.message.contains("the column `latitude` of `fixes` has the type float, which is not read") == true
        )
        schema.pointee.format = format
        withUnsafeMutablePointer(to: &table.schema) { $0.pointee.release?($0) }
        withUnsafeMutablePointer(to: &table.array) { $0.pointee.release?($0) }
    }

    @Test("seconds or microseconds in place of milliseconds")
    func units() throws {
        for (scale, first) in [(1.0, "1710159000"), (1_000_000.0, "1710159000000000")] {
            let times = column("timestamp", .int64, { Int64((SmallPlaces.minute(10 + Double($0)).seconds * scale)) }) {
                $0.append($1)
            }
            let failure = try failure(fixes(with: times))
            #expect(failure?.code == "column")
            #expect(
                failure?.message.hasPrefix("the column `timestamp` of `fixes` begins with \(first)") == true,
                "\(failure?.message ?? "")"
            )
        }
    }

    @Test("a missing, an unknown and a repeated column")
    func columns() throws {
        try #expect(
            failure(fixes.filter { $0.name != "timestamp" })
                == EngineCalls.Failure(code: "column", message: "`fixes` lacks the column `timestamp` (timestamp)")
        )
        let lat = column("lat", .float64, { _ in 45.0 }) { $0.append($1) }
        try #expect(
            failure(fixes + [lat])?.message.hasPrefix("`fixes` has no column `lat`; expected among member, device")
                == true
        )
        try #expect(failure(fixes + [fixes[0]])?.message == "the column `member` of `fixes` occurs twice")
    }

    @Test("rows of a member or a device that are not next to each other")
    func order() throws {
        let members = column("member", .text, { $0 == 1 ? "bob" : "ann" }) { $0.append($1) }
        let devices = column("device", .text, { $0 == 1 ? "other" : "phone" }) { $0.append($1) }
        try #expect(
            failure(fixes(with: devices))
                == EngineCalls.Failure(
                    code: "order",
                    message:
                        "`fixes`, row 2: the device `phone` has rows further up; sort the table by member and device"
                )
        )
        let both = fixes(with: members).map { $0.name == "device" ? devices : $0 }
        try #expect(failure(both)?.message.hasPrefix("`fixes`, row 2: the member `ann` has rows further up") == true)
    }

    @Test("a row without a member, and an unknown platform")
    func rows() throws {
        let members = column("member", .text, { $0 == 3 ? nil : "ann" }) { $0.append($1) }
        try #expect(failure(fixes(with: members))?.message == "`fixes`, row 3: `member` is null")
        let platforms = column("platform", .text, { _ in "windows" }) { $0.append($1) }
        try #expect(
            failure(fixes(with: platforms))?.message
                == "`fixes`, row 0: `platform` is `windows`, expected ios or android"
        )
    }

    @Test("a damaged state, that of another member, and one member twice")
    func states() throws {
        let engine = try EngineCalls(facilities)
        let first = try engine.advance(fixes)
        var damaged = first.states
        damaged[0].bytes[20] ^= 1
        let failure = #expect(throws: EngineCalls.Failure.self) { try engine.advance(fixes, states: damaged) }
        #expect(failure?.code == "state")
        #expect(failure?.message.hasPrefix("`ann`: a member's state is damaged or from another version") == true)
        var renamed = first.states
        renamed[0].member = "bob"
        let bob = column("member", .text, { _ in "bob" }) { $0.append($1) }
        #expect(throws: EngineCalls.Failure(code: "state", message: "the state of `bob` is that of `ann`")) {
            try engine.advance(fixes(with: bob), states: renamed)
        }
        #expect(throws: EngineCalls.Failure(code: "value", message: "`states`, row 1: the member `ann` occurs twice")) {
            try engine.advance(fixes, states: first.states + first.states)
        }
        // What was refused has changed nothing.
        try #expect(engine.advance(fixes, states: first.states).states[0].bytes == first.states[0].bytes)
    }

    @Test(
        "options, by the path of the wrong one",
        arguments: [
            ("{", "the options are not JSON"),
            ("[]", "options: are not an object"),
            (#"{"timer": true}"#, "timer: is not an option, expected default_time_zone, policy, members, timers"),
            (#"{"timers": 1}"#, "timers: has a value of a wrong type"),
            (#"{"timers": true, "timers": true}"#, "timers: occurs twice"),
            (#"{"default_time_zone": "Mars/Base"}"#, "default_time_zone: "),
            (#"{"policy": "lax"}"#, "policy: is `lax`, expected standard or bare"),
            (#"{"policy": {"visits": {"merge_gap": 3}}}"#, "policy.visits.merge_gap: is not a key of visits, expected"),
            (
                #"{"policy": {"visits": {"merge_gap_seconds": -3}}}"#,
                "policy.visits.merge_gap_seconds: is wrong, expected a number from 0 to 315576000"
            ),
            (#"{"members": {"ann": "gym"}}"#, "members.ann: is not a list of facilities"),
        ]
    )
    func options(json: String, message: String) throws {
        let failure = #expect(throws: EngineCalls.Failure.self) { try EngineCalls(facilities, options: json) }
        #expect(failure?.code == "options")
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
    }

    @Test("facilities with the same key, another's key, or without a shape")
    func facilityRows() throws {
        let two = try [SmallPlaces.place(0, eastMeters: 0), SmallPlaces.place(1, eastMeters: 800)]
        var columns = EngineCalls.columns(of: two)
        var keys = ArrowValues("key", .int64)
        keys.append(Int64(1))
        keys.append(Int64(1))
        columns[0] = keys
        let failure = #expect(throws: EngineCalls.Failure.self) { try EngineCalls(columns) }
        #expect(
            failure
                == EngineCalls.Failure(code: "value", message: "`facilities`, row 1: the key 1 is also that of `p00`")
        )
        var ids = ArrowValues("id", .text)
        ids.append("p00")
        ids.append("")
        var nameless = EngineCalls.columns(of: two)
        nameless[1] = ids
        let unnamed = #expect(throws: EngineCalls.Failure.self) { try EngineCalls(nameless) }
        #expect(
            unnamed?.message == "`facilities`, row 1, `id`: the identifier is empty, expected at least one character"
        )
        var latitudes = ArrowValues("latitude", .float64)
        latitudes.append(Double?.none)
        latitudes.append(100.0)
        var shapeless = EngineCalls.columns(of: two)
        shapeless[2] = latitudes
        #expect(throws: EngineCalls.Failure.self) { try EngineCalls(shapeless) }
    }

    @Test("null pointers, a released table and a time that is no time of today")
    func arguments() throws {
        var error = footfall_engine_error()
        #expect(open(nil, nil, nil, &error) == 1)
        #expect(EngineCalls.failure(error).code == "argument")
        #expect(open(nil, nil, nil, nil) == 1)
        var engine: UnsafeMutableRawPointer?
        #expect(open(nil, nil, &engine, &error) == 1)
        #expect(EngineCalls.failure(error).message == "the argument `facilities` is NULL")
        var table = footfall_engine_table()
        #expect(open(&table, nil, &engine, &error) == 1)
        #expect(EngineCalls.failure(error).message == "the table `facilities` was released before the call")
        #expect(engine == nil)
        #expect(advance(nil, nil, nil, 0, nil, &error) == 1)
        close(nil)
        let opened = try EngineCalls(facilities)
        #expect(throws: EngineCalls.Failure.self) {
            try opened.advance(fixes, now: Timestamp(milliseconds: 1_710_158_400))
        }
    }
}
