import Foundation
import SeededRandom
import LongTests
import Testing
import VisitModel

@testable import Interchange

/// A body of several records, taken apart, so that a test knows which stood before some damage.
struct PhoneFixture: Sendable, CustomTestStringConvertible {
    let app: PhoneApp
    let name: String
    let start: String
    let separator: String
    let end: String
    let record: String

    var testDescription: String { name }

    /// The body with so many records; a `#` in a record is its number.
    func body(count: Int) -> (bytes: [UInt8], ends: [Int]) {
        var bytes = Array(start.utf8)
        var ends: [Int] = []
        for number in 0..<count {
            if number > 0 { bytes.append(contentsOf: separator.utf8) }
            bytes.append(contentsOf: record.replacing("#", with: "\(number)").utf8)
            ends.append(bytes.count)
        }
        bytes.append(contentsOf: end.utf8)
        return (bytes, ends)
    }

    static let all: [PhoneFixture] = [
        PhoneFixture(
            app: .footfall,
            name: "ours, one a line",
            start: "",
            separator: "\n",
            end: "",
            record: #"{"device":"p","time":177247105#,"lat":1.5#,"lon":-2.5,"accuracy":5,"id":"r#","activity":"still"}"#
        ),
        PhoneFixture(
            app: .footfall,
            name: "ours, under fixes",
            start: #"{"device":"p","fixes":["#,
            separator: ",",
            end: #"],"member":"x"}"#,
            record: #"{"time":"2026-03-02T17:04:1#Z","lat":1.5#,"lon":-2.5,"accuracy":5,"id":"r#"}"#
        ),
        PhoneFixture(
            app: .transistor,
            name: "Transistor, batch",
            start: #"{"location":["#,
            separator: ",",
            end: #"],"device":{"uuid":"p"}}"#,
            record: #"{"uuid":"u#","timestamp":"2026-03-02T17:04:1#.000Z","coords":{"latitude":1.5#,"longitude":2,"#
                + #""accuracy":5},"battery":{"level":0.5},"extras":{"a":["\u00e9\\"]}}"#
        ),
        PhoneFixture(
            app: .transistor,
            name: "Transistor, a root of the customer's",
            start: #"{"device":"p","mine":["#,
            separator: ", ",
            end: "]}",
            record: #"{"uuid":"u#","timestamp":"2026-03-02T17:04:1#.000Z","coords":{"latitude":1.5#,"longitude":2}}"#
        ),
        PhoneFixture(
            app: .overland,
            name: "Overland",
            start: #"{"locations":["#,
            separator: ",\n",
            end: #"],"trip":{"distance":1}}"#,
            record: #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1.5#]},"properties":{"#
                + #""timestamp":"2026-03-02T10:04:1#-0700","motion":["driving"],"device_id":"p","battery_level":0.5}}"#
        ),
        PhoneFixture(
            app: .ownTracks,
            name: "OwnTracks, array",
            start: "[",
            separator: ",",
            end: "]",
            record:
                #"{"_type":"location","_id":"i#","lat":1.5#,"lon":2,"tst":177247105#,"t":"u","acc":5,"topic":"o/u/d"}"#
        ),
        PhoneFixture(
            app: .radar,
            name: "Radar, replays",
            start: #"{"replays":["#,
            separator: ",",
            end: "]}",
            record: #"{"deviceId":"d","latitude":1.5#,"longitude":2,"locationMs":177247105#000,"replayed":true}"#
        ),
        PhoneFixture(
            app: .traccar,
            name: "Traccar, JSON",
            start: "[",
            separator: ",",
            end: "]",
            record:
                #"{"location":{"timestamp":"2026-03-02T17:04:1#Z","coords":{"latitude":1.5#,"longitude":2}},"device_id":"p"}"#
        ),
    ]
}

@Suite("Damage in a phone's request loses only the damaged part")
struct PhoneDamageTests {
    private static func read(_ bytes: [UInt8], as app: PhoneApp) throws -> PhoneReport {
        var reader = PhoneReader()
        let request = PhoneRequest(contentType: "application/json", body: bytes)
        return reader.read(request, as: app, from: PhoneSender(member: try MemberID("m")), receivedAt: PhoneReading.now)
    }

    @Test("whole bodies are read to the last record, in any order, again as before", arguments: PhoneFixture.all)
    func readsWhole(fixture: PhoneFixture) throws {
        let (bytes, _) = fixture.body(count: 9)
        let report = try Self.read(bytes, as: fixture.app)
        #expect(report.records.count == 9 && report.refused.isEmpty && report.failure == nil)
        #expect(try Self.read(bytes, as: fixture.app) == report)
        let shuffled = PhoneFixture(
            app: fixture.app,
            name: "",
            start: fixture.start,
            separator: fixture.separator,
            end: fixture.end,
            record: [4, 1, 8, 0, 3].map { fixture.record.replacing("#", with: "\($0)") }.joined(
                separator: fixture.separator
            )
        )
        var others = try Self.read(shuffled.body(count: 1).bytes, as: fixture.app).records
        // They are elsewhere in the body.
        for (index, number) in [4, 1, 8, 0, 3].enumerated() { others[index].range = report.records[number].range }
        #expect(others == [4, 1, 8, 0, 3].map { report.records[$0] })
    }

    @Test("a body truncated anywhere keeps every complete record", arguments: PhoneFixture.all)
    func survivesTruncation(fixture: PhoneFixture) throws {
        let (bytes, ends) = fixture.body(count: 4)
        let whole = try Self.read(bytes, as: fixture.app)
        for length in 0..<bytes.count {
            let report = try Self.read(Array(bytes[..<length]), as: fixture.app)
            let wanted = ends.count { $0 <= length }
            let fixes = report.records.compactMap(\.fix)
            #expect(fixes == whole.records.prefix(wanted).compactMap(\.fix), "\(length) bytes")
            #expect(report.refused.count <= 1, "\(length) bytes")
            // What can't be read is kept, to the last byte.
            if wanted < 4, let refused = report.refused.last, length > 0 {
                #expect(bytes[..<length].suffix(refused.bytes.count) == refused.bytes[...], "\(length) bytes")
            }
        }
    }

    @Test("bytes that change anywhere cost no record before them", arguments: PhoneFixture.all, [1, 2, 3] as [UInt64])
    func survivesChanges(fixture: PhoneFixture, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (bytes, ends) = fixture.body(count: 5)
        let whole = try Self.read(bytes, as: fixture.app).records.compactMap(\.fix)
        for round in 0..<400 {
            var damaged = bytes
            var first = bytes.count
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: ends[0]..<damaged.count, using: &generator)
                first = min(first, place)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                default: damaged[place] = Array("{}[]\",:\\\n0eE-".utf8).randomElement(using: &generator) ?? 0
                }
            }
            let report = try Self.read(damaged, as: fixture.app)
            let wanted = ends.count { $0 <= first }
            let fixes = report.records.compactMap(\.fix)
            #expect(fixes.starts(with: whole.prefix(wanted)), "seed \(seed), round \(round)")
        }
    }

    @Test("bytes that change anywhere, and bytes that are none of it, stop nothing", arguments: PhoneApp.allCases)
    func neverCrashes(app: PhoneApp) throws {
        var generator = SeededGenerator(seed: 7)
        var texts = PhoneFixture.all.map { $0.body(count: 2).bytes }
        texts.append(
            Array(#"{"locations":[],"current":{"geometry":{"type":"Point","coordinates":[1,2]}},"sent_at":1e18}"#.utf8)
        )
        texts.append(Array("id=p&lat=1&lon=2&timestamp=1772471051&location=1,2&valid=true&time=%41%".utf8))
        for round in 0..<600 {
            var bytes = texts[round % texts.count]
            for _ in 0..<Int.random(in: 0...8, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[..<min(place, 40)], at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            var reader = PhoneReader()
            for type in ["application/json", "text/plain"] {
                var request = PhoneRequest(contentType: type, body: bytes)
                if type == "text/plain" { request.query = String(decoding: bytes, as: UTF8.self) }
                let report = reader.read(request, as: app, receivedAt: PhoneReading.now)
                let reply = PhoneReply.make(for: app, report: report)
                #expect(reply.status == (report.failure == nil ? 200 : 400))
            }
        }
    }

    @Test(
        "texts made to hurt are read in a moment",
        .long,
        arguments: [
            String(repeating: "[", count: 200_000), String(repeating: "{\"a\":", count: 100_000),
            String(repeating: "{\"a\":[\n", count: 50_000), String(repeating: "{\n", count: 100_000),
            "{\"location\":" + String(repeating: "[", count: 100_000), String(repeating: "\"", count: 100_001),
            "[" + String(repeating: "{},", count: 50_000) + "]",
            "{\"a\":\"" + String(repeating: "\\u0000", count: 50_000) + "\"}",
            "{\"lat\":" + String(repeating: "9", count: 300_000) + "}",
            "{\"device\":\"\\ud800\",\"lat\":1,\"lon\":2,\"time\":1}",
            "{\"lat\":1,\"lat\":2,\"lon\":3,\"lon\":4,\"time\":1772471051,\"time\":5,\"device\":\"a\",\"device\":\"b\"}",
            String(repeating: "&", count: 300_000), String(repeating: "id=1&lat=%", count: 30_000), "null", "[[]]",
            "[null]",
            "\u{0}", "{\"a\":-}", String(repeating: "{\"b\":[{}]}", count: 30_000),
        ]
    )
    func survivesMalice(text: String) throws {
        for app in PhoneApp.allCases {
            let start = Self.processorSeconds()
            _ = try Self.read(Array(text.utf8), as: app)
            #expect(Self.processorSeconds() - start < 20)
        }
    }

    /// What this thread has cost so far: unlike the time that passes, no matter of how busy the machine is.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("bytes that are not UTF-8 lose only the record that contains them, or nothing")
    func survivesEncodings() throws {
        var bytes = Array("{\"device\":\"a".utf8) + [0xFF, 0xC3]
        bytes += Array("\",\"lat\":1,\"lon\":2,\"time\":1772471051}".utf8)
        #expect(try Self.read(bytes, as: .footfall).records.count == 1)
        let wide = "{\"device\":\"a\",\"lat\":1,\"lon\":2,\"time\":1772471051}".utf16.flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        #expect(try Self.read([0xFF, 0xFE] + wide, as: .footfall).records.count == 1)
        #expect(try Self.read([0xEF, 0xBB, 0xBF] + Array("[]".utf8), as: .footfall).failure == nil)
        #expect(try Self.read([0x50, 0x4B, 0x03, 0x04, 0, 0], as: .transistor).refused.count == 1)
    }
}
