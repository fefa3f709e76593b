import Interchange
import SeededRandom
import Testing
import VisitModel

@Suite("A track means the same however its bytes come in")
struct TrackReaderChunkTests {
    static let documents: [String] = [
        """
        \u{FEFF}member,timestamp,lat,lon,accuracy,note\r
        zoé,2024-03-01T06:00:00Z,44.95,-93.28,10,"a\r
        b ""quoted"", c"\r
        b,2024-03-01T06:01:00,44.95,-93.28,10,\r
        b,1709273378123,44.95,-93.28,,😀\r
        c,1709273378,44.95
        """,
        """
        <?xml version="1.0"?><!-- a -- <trkpt> --><gpx><wpt lat="1" lon="2"/><trk><name><![CDATA[<é>]]></name><trkseg>
        <trkpt lat="1.5" lon="-2.5"><ele>1</ele><time>2024-03-01T06:00:00Z</time></trkpt>
        <trkpt lat="1.5" lon="-2.6"><ele>1</ele></trkpt></trkseg><trkseg>
        <trkpt lon="2.5" lat="bad"><time>2024-03-01T06:00:00Z</time></trkpt>
        <trkpt lon='2.5' lat='1'><extensions><s:speed>3</s:speed></extensions><time>2024-03-01T06:00:01Z</time></trkpt>
        </trkseg></trk></gpx>
        """,
        """
        {"location":[{"timestamp":"2024-03-01T06:00:00Z","coords":{"latitude":1,"longitude":2},"note":"\\"}]\\\\"},
        {"timestamp":"never","coords":{"latitude":1,"longitude":2}}],"device_id":"zo\\u00e9","x":[{"y":[]}]}
        {"location":{"timestamp":1709273378123,"coords":{"latitude":1e0,"longitude":-2.5}},"device":{"uuid":"😀"}}
        {"location":{"timestamp":1709273378123,"coo
        {"location":{"timestamp":1709273378124,"coords":{"latitude":1,"longitude":-2.5},"uuid":"r"},"uuid":"d"}
        [{"lat":1,"lon":2,"t":1709273378,"user":"u"},7,null,"s"
        """,
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString",
        "coordinates":[[1,2],[3,4]]},"properties":{"coordTimes":["2024-03-01T06:00:00Z","2024-03-01T06:00:01Z"]}},
        {"type":"Feature","properties":{"time":1709273378},"geometry":{"type":"Point","coordinates":[5,6]}}],
        "user_id":"late"}
        """,
    ]

    @Test("cut in two at every place", arguments: documents)
    func cutInTwo(document: String) throws {
        let bytes = Array(document.utf8)
        let defaults = TrackDefaults(member: try MemberID("m"))
        let whole = try TrackReading([bytes], defaults: defaults)
        #expect(!whole.fixes.isEmpty)
        for place in 0...bytes.count {
            let halves = try TrackReading([Array(bytes[..<place]), Array(bytes[place...])], defaults: defaults)
            #expect(halves.fixes == whole.fixes, "cut at byte \(place)")
            #expect(halves.diagnostics == whole.diagnostics, "cut at byte \(place)")
        }
    }

    @Test("long documents in pieces of any size", arguments: documents, [UInt64(5), 6])
    func cutAnywhere(document: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Long enough that the format is known long before the end, and the pieces cross every limit inside.
        let repeats = document.hasPrefix("{") || document.hasPrefix("<") ? 20 : 1
        let tail = document.hasPrefix("\u{FEFF}") ? String(repeating: "\r\nd,1709273379,1,2,3,x", count: 4000) : ""
        let bytes = Array((String(repeating: document + "\n", count: repeats) + tail).utf8)
        let defaults = TrackDefaults(member: try MemberID("m"))
        let whole = try TrackReading([bytes], defaults: defaults)
        for round in 0..<4 {
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            let largest = [13, 100, 5000, 70_000][round]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...largest, using: &generator))
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let cut = try TrackReading(pieces, defaults: defaults)
            #expect(cut.fixes == whole.fixes, "seed \(seed), round \(round)")
            #expect(cut.diagnostics == whole.diagnostics, "seed \(seed), round \(round)")
            #expect(cut.counts == whole.counts, "seed \(seed), round \(round)")
        }
    }

    @Test(
        "no damage to a document stops the reader or loses more than it touched",
        arguments: documents,
        [UInt64(7), 8]
    )
    func survivesDamage(document: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let defaults = TrackDefaults(member: try MemberID("m"))
        let formats: [TrackFormat?] = [nil, .csv, .gpx, .json]
        for round in 0..<150 {
            var bytes = Array(document.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(30), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
                }
            }
            do {
                let format = formats[round % formats.count]
                let whole = try TrackReading([bytes], format: format, defaults: defaults)
                let place = Int.random(in: 0...bytes.count, using: &generator)
                let halves = try TrackReading(
                    [Array(bytes[..<place]), Array(bytes[place...])],
                    format: format,
                    defaults: defaults
                )
                #expect(halves.fixes == whole.fixes, "seed \(seed), round \(round)")
                #expect(halves.diagnostics == whole.diagnostics, "seed \(seed), round \(round)")
            } catch is InterchangeError {
                continue
            }
        }
    }
}
