import Interchange
import Testing
import VisitModel

@Suite("Requests that are read in pieces")
struct PhonePieceTests {
    /// Bodies with the phone's name in the records, before them, behind them, under a custom key, and damaged.
    static let bodies: [(app: PhoneApp, body: String)] = {
        func record(_ number: Int, _ more: String = "") -> String {
            #"{"lat":45.\#(number % 10),"lon":-93,"accuracy":9,"time":\#(1_772_471_000 + number)\#(more)}"#
        }
        let records = (0..<40).map { record($0) }
        let list = records.joined(separator: ",")
        let damaged = records.enumerated().map { $0 % 7 == 3 ? "{\"lat\":}" : $1 }
        return [
            (.footfall, "[" + (0..<40).map { record($0, #","device":"d\#($0 % 3)""#) }.joined(separator: ",") + "]"),
            (.footfall, #"{"device":"before","locations":[\#(list)]}"#),
            (.footfall, #"{"locations":[\#(list)],"device":"behind"}"#),
            (.footfall, #"{"locations":[\#(list)],"device":"behind""#),
            (.footfall, records.joined(separator: "\n")),
            (.footfall, damaged.joined(separator: "\n")),
            (.footfall, #"{"locations":[\#(damaged.joined(separator: ","))],"device":"behind"}"#),
            (.transistor, #"{"mine":[\#(list)],"device":"wrapped"}"#),
            (.transistor, #"{"mine":[\#(list)"#),
            (
                .transistor,
                "[" + Array(repeating: record(1, #","uuid":"same""#), count: 40).joined(separator: ",") + "]"
            ),
            (
                .overland,
                #"{"locations":["#
                    + (0..<40).map {
                        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-93,45]},"properties":"#
                            + #"{"timestamp":\#(1_772_471_000 + $0)}}"#
                    }.joined(separator: ",") + #"],"current":{"type":"Feature"},"device_id":"phone"}"#
            ),
            (
                .radar,
                #"{"replays":["#
                    + (0..<40).map {
                        #"{"deviceId":"d","latitude":1.5,"longitude":2,"locationMs":\#(1_772_471_000_000 + $0),"replayed":true}"#
                    }.joined(separator: ",") + "]}"
            ),
            (.footfall, "certainly not JSON"),
            (.traccar, "[{},{},{}]"),
        ]
    }()

    @Test("give the same as when they are read whole", arguments: bodies.indices, [1, 3, 16, 1_000])
    func pieces(index: Int, limit: Int) throws {
        let (app, body) = Self.bodies[index]
        let whole = PhoneReading(body, as: app).report
        let request = PhoneRequest(contentType: "application/json; charset=utf-8", body: Array(body.utf8))
        var reader = PhoneRequestReader(
            request,
            as: app,
            receivedAt: PhoneReading.now,
            pieceLimit: limit,
            refusedLimit: .max
        )
        var records: [PhoneRecord] = []
        while let piece = reader.next() {
            #expect(piece.count <= limit + 1, "a piece has about as many records as it may")
            records += piece
        }
        #expect(records == whole.records)
        let report = reader.report
        #expect(report.refused == whole.refused)
        #expect(report.failure == whole.failure)
        #expect((report.ignored, report.repeated) == (whole.ignored, whole.repeated))
        #expect(report.lastFixRecord == whole.lastFixRecord)
        #expect(report.speaksOfOneDevice == whole.speaksOfOneDevice)
        #expect(report.usableCount == whole.records.count)
    }

    @Test("keep the first refused records and count the others")
    func refused() {
        let body = "[" + Array(repeating: "{}", count: 5_000).joined(separator: ",") + "]"
        let request = PhoneRequest(contentType: "application/json", body: Array(body.utf8))
        var reader = PhoneRequestReader(
            request,
            as: .transistor,
            receivedAt: PhoneReading.now,
            pieceLimit: 1_000,
            refusedLimit: 10
        )
        var pieceCount = 0
        while reader.next() != nil { pieceCount += 1 }
        #expect(pieceCount >= 5)
        #expect(reader.report.refused.map(\.index) == Array(0..<10))
        #expect(reader.report.unkeptRefusedCount == 4_990)
        #expect(reader.readCount == 5_000)
    }
}
