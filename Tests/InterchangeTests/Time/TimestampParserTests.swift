import Interchange
import SeededRandom
import Testing
import VisitModel

@Suite("Parsing times")
struct TimestampParserTests {
    @Test(
        "a time with a zone is a point in time",
        arguments: [
            ("2024-03-01T06:09:38Z", "2024-03-01T06:09:38Z"),
            ("2024-03-01t06:09:38z", "2024-03-01T06:09:38Z"),
            ("  2024-03-01 06:09:38Z\n", "2024-03-01T06:09:38Z"),
            ("2024-03-01T06:09Z", "2024-03-01T06:09:00Z"),
            ("20240301T060938Z", "2024-03-01T06:09:38Z"),
            ("20240301T060938.25+0100", "2024-03-01T05:09:38.250Z"),
            ("2024-03-01T06:09:38+01:00", "2024-03-01T05:09:38Z"),
            ("2024-03-01T06:09:38 +01:00", "2024-03-01T05:09:38Z"),
            ("2015-10-01T08:00:00-0700", "2015-10-01T15:00:00Z"),
            ("2024-03-01T06:09:38-03", "2024-03-01T09:09:38Z"),
            ("2024-03-01 06:09:38 UTC", "2024-03-01T06:09:38Z"),
            ("2024-03-01 06:09:38 GMT", "2024-03-01T06:09:38Z"),
            ("2024-03-01T00:30:00+05:45", "2024-02-29T18:45:00Z"),
            ("2024-03-01T06:09:38.1Z", "2024-03-01T06:09:38.100Z"),
            ("2024-03-01T06:09:38,123Z", "2024-03-01T06:09:38.123Z"),
            ("2024-03-01T06:09:38.122999907Z", "2024-03-01T06:09:38.123Z"),
            ("2024-03-01T06:09:38.1234999999999999999999Z", "2024-03-01T06:09:38.123Z"),
            ("2024-02-29T23:59:59.9995Z", "2024-03-01T00:00:00Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
            ("2024-02-29T24:00:00Z", "2024-03-01T00:00:00Z"),
            ("1901-12-13T20:45:52.2073437Z", "1901-12-13T20:45:52.207Z"),
            ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ]
    )
    func readsISO8601(text: String, expected: String) throws {
        #expect(try TimestampParser().parse(text).iso8601 == expected)
    }

    @Test(
        "the unit of a count is inferred from its size",
        arguments: [
            ("1709273378", 1_709_273_378_000),
            ("1709273378.123", 1_709_273_378_123),
            ("1709273378.1229999", 1_709_273_378_123),
            ("1709273378123", 1_709_273_378_123),
            ("1709273378123.6", 1_709_273_378_124),
            ("1709273378123456", 1_709_273_378_123),
            ("1709273378123500", 1_709_273_378_124),
            ("1709273378123499999", 1_709_273_378_123),
            ("1.709273378E9", 1_709_273_378_000),
            ("1.709273378123e12", 1_709_273_378_123),
            ("1.709273378E+9", 1_709_273_378_000), ("1.709273378E+12", 1_709_273_378_000),
            // Written in full: a program leaves out the zeros at the end.
            ("1.7092734E9", 1_709_273_400_000), ("1.70927337E12", 1_709_273_370_000),
            ("0", 0),
            ("-1.5", -1500),
            ("+12", 12_000),
            ("99999999999", 99_999_999_999_000),
            ("100000000000", 100_000_000_000),
        ] as [(String, Int64)]
    )
    func readsCounts(text: String, milliseconds: Int64) throws {
        #expect(try TimestampParser().parse(text).milliseconds == milliseconds)
    }

    @Test(
        "what is not a point in time is refused with the reason",
        arguments: [
            ("", TimestampParser.Problem.empty),
            ("   ", .empty),
            ("yesterday", .notATime),
            ("2024-03-01", .notATime),
            ("2024-3-1T06:09:38Z", .notATime),
            ("01/03/2024 06:09", .notATime),
            ("2024-03-01T06:09:38.Z", .notATime),
            ("2024-03-01T06:09:38Zulu", .notATime),
            ("2024-03-01T06:09:38+1", .notATime),
            ("2024-03-01T06:09:3", .notATime),
            ("12:30", .notATime),
            ("1709273378x", .notATime),
            ("1.2.3", .notATime),
            ("-", .notATime),
            ("2023-02-29T06:09:38Z", .outOfRange),
            ("2024-13-01T06:09:38Z", .outOfRange),
            ("2024-03-01T25:09:38Z", .outOfRange),
            ("2024-03-01T24:00:01Z", .outOfRange),
            ("2024-03-01T06:60:38Z", .outOfRange),
            ("2024-03-01T06:09:61Z", .outOfRange),
            ("2024-03-01T06:09:38+25:00", .outOfRange),
            ("99999999999999999999999", .outOfRange),
            // What spreadsheets and `%g` make of 1772441234567 and 1772441234.
            ("1.77244E+12", .rounded), ("1.77244e+12", .rounded), ("1,77244E+12", .rounded), ("1.77244E12", .rounded),
            ("1.8E+12", .rounded), ("2E+12", .rounded), ("1.772441E+12", .rounded), ("1.77244E+09", .rounded),
            ("1.77244e+09", .rounded), ("1.77244E+15", .rounded), ("1.77244E+18", .rounded), ("-1.77244E+12", .rounded),
            (" 1.77244E+12 ", .rounded), ("1.77244E+12x", .notATime), ("E+12", .notATime),
            ("2024-03-01T06:09:38", .zoneMissing),
            ("2024-03-01 06:09", .zoneMissing),
        ] as [(String, TimestampParser.Problem)]
    )
    func refuses(text: String, problem: TimestampParser.Problem) {
        #expect(throws: problem) {
            try Array(text.utf8).withUnsafeBufferPointer { bytes throws(TimestampParser.Problem) in
                try TimestampParser().read(bytes)
            }
        }
        #expect(throws: ValidationError.self) { try TimestampParser().parse(text) }
    }

    @Test(
        "a date and a time of day in two fields are one time",
        arguments: [
            ("2024-03-01", "06:09:38", "2024-03-01T06:09:38Z"), ("2024-03-01", "6:09:38", "2024-03-01T06:09:38Z"),
            ("2024-03-01", "06:09", "2024-03-01T06:09:00Z"), ("2024-03-01", "06:09:38.5", "2024-03-01T06:09:38.500Z"),
            ("2024-03-01", "06:09:38+01:00", "2024-03-01T05:09:38Z"),
            ("2024-03-01", "06:09:38Z", "2024-03-01T06:09:38Z"),
            ("2024-03-01", "060938", "2024-03-01T06:09:38Z"), ("2024-03-01", "060938.25", "2024-03-01T06:09:38.250Z"),
            ("20240301", "060938", "2024-03-01T06:09:38Z"), ("2024/03/01", "06:09:38", "2024-03-01T06:09:38Z"),
            ("2024/3/1", "06:09:38", "2024-03-01T06:09:38Z"), ("2024.03.01", "06:09:38", "2024-03-01T06:09:38Z"),
            ("01.03.2024", "06:09:38", "2024-03-01T06:09:38Z"), ("1.3.2024", "6:09", "2024-03-01T06:09:00Z"),
            ("2024-03-01 00:00:00", "06:09:38", "2024-03-01T06:09:38Z"),
            ("2024-03-01T00:00:00Z", "06:09:38", "2024-03-01T06:09:38Z"),
            ("2024-03-01", "1899-12-30 06:09:38", "2024-03-01T06:09:38Z"),
            ("2024-03-01", "6:09:38 PM", "2024-03-01T18:09:38Z"), ("2024-03-01", "12:09 am", "2024-03-01T00:09:00Z"),
            ("2024-03-01", "12:09 p.m.", "2024-03-01T12:09:00Z"), ("2024-03-01", "24:00:00", "2024-03-02T00:00:00Z"),
            // A field that is a whole time needs no other.
            ("2024-03-01", "2023-01-02T03:04:05Z", "2023-01-02T03:04:05Z"),
            ("2024-03-01", "1709273378", "2024-03-01T06:09:38Z"), ("", "1709273378123", "2024-03-01T06:09:38.123Z"),
            ("2024-03-01T06:09:38Z", "", "2024-03-01T06:09:38Z"),
        ]
    )
    func joinsDateAndTime(date: String, time: String, expected: String) throws {
        #expect(try read(date, time, .assumed(.utc)).iso8601 == expected)
    }

    @Test(
        "a date and a time that are none are refused with the reason",
        arguments: [
            ("03/01/2024", "06:09:38", TimestampParser.Problem.ambiguousDate), ("1-3-2024", "06:09:38", .ambiguousDate),
            ("13/01/2024", "06:09:38", .ambiguousDate), ("2024-02-30", "06:09:38", .outOfRange),
            ("2024-03-01", "25:00:00", .outOfRange), ("2024-03-01", "13:00 PM", .outOfRange),
            ("2024-03-01", "0:00 AM", .outOfRange), ("2024-03-01", "noon", .notATime),
            ("March 1", "06:09:38", .notATime),
            ("2024-03-01", "", .notATime), ("", "06:09:38", .notATime), ("2024-03-01", "12", .notATime),
            ("2024-03-01", "6:9:38", .notATime), ("2024-03-01", "06:09:38 CET", .notATime),
            ("2024-03-01x", "06:09:38", .notATime), ("2024-03-01", "1.77244E+12", .rounded),
        ]
    )
    func refusesDateAndTime(date: String, time: String, problem: TimestampParser.Problem) {
        #expect(throws: problem) { try read(date, time, .assumed(.utc)) }
    }

    @Test("a date and a time without a zone need one too")
    func dateAndTimeZone() throws {
        #expect(throws: TimestampParser.Problem.zoneMissing) { try read("2024-03-01", "06:09:38", .refused) }
        let paris = TimestampParser.MissingZone.assumed(try TimeZoneName("Europe/Paris"))
        #expect(try read("2024-07-01", "06:09:38", paris).iso8601 == "2024-07-01T04:09:38Z")
    }

    private func read(
        _ date: String,
        _ time: String,
        _ zone: TimestampParser.MissingZone
    ) throws -> Timestamp {
        try Array(date.utf8).withUnsafeBufferPointer { date in
            try Array(time.utf8).withUnsafeBufferPointer {
                try TimestampParser(missingZone: zone).read(date: date, time: $0)
            }
        }
    }

    @Test(
        "a time without a zone is one of the place that was named",
        arguments: [
            ("UTC", "2024-03-01T06:09:38", "2024-03-01T06:09:38Z"),
            ("Europe/Paris", "2024-03-01T06:09:38", "2024-03-01T05:09:38Z"),
            ("Europe/Paris", "2024-07-01T06:09:38.5", "2024-07-01T04:09:38.500Z"),
            // Clocks go from 02:00 to 03:00 on 31 March: 02:30 does not exist.
            ("Europe/Paris", "2024-03-31T02:30:00", "2024-03-31T01:30:00Z"),
            ("Europe/Paris", "2024-03-31T03:00:00", "2024-03-31T01:00:00Z"),
            // And back from 03:00 to 02:00 on 27 October: 02:30 comes twice.
            ("Europe/Paris", "2024-10-27T02:30:00", "2024-10-27T00:30:00Z"),
            ("America/Chicago", "2024-03-10T01:59:59", "2024-03-10T07:59:59Z"),
            ("America/Chicago", "2024-03-10T03:00:00", "2024-03-10T08:00:00Z"),
            ("Pacific/Kiritimati", "2024-01-01T00:00:00", "2023-12-31T10:00:00Z"),
        ]
    )
    func assumesAZone(zone: String, text: String, expected: String) throws {
        let parser = TimestampParser(missingZone: .assumed(try TimeZoneName(zone)))
        #expect(try parser.parse(text).iso8601 == expected)
        #expect(try parser.parse(text + "Z").iso8601.hasPrefix(text))
    }

    @Test("every written time is read back", arguments: [UInt64(1), 2, 3])
    func readsWhatIsWritten(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let time = Timestamp(
                milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
            )
            #expect(try TimestampParser().parse(time.iso8601) == time, "seed \(seed)")
        }
    }

    @Test("no byte sequence crashes the parser", arguments: [UInt64(11), 12])
    func survivesAnything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789-+:.,TZe utc\u{E9}".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            _ = bytes.withUnsafeBufferPointer { try? TimestampParser().read($0) }
        }
    }
}
