import SeededRandom
import TrackingTestSupport
import RadarEngine
import LongTests
import Testing
import VisitModel

@testable import RadarEngine

@Suite("What a reader of answers remembers")
struct RadarResponseCacheTests {
    /// A geofence's text; names may hold brackets and quotation marks, and now and then it can't be read.
    private static func fence(_ number: Int, _ dice: inout SeededGenerator) -> String {
        let radius = Bool.random(using: &dice) ? 100 + number : 200
        let place = dice.next() % 20 == 0 ? "" : #","geometryCenter":{"coordinates":[1,\#(number % 80)]}"#
        return #"{"_id":"gym-\#(number)","description":"[\"{\#(number)","geometryRadius":\#(radius)\#(place)}"#
    }

    private static func answer(_ dice: inout SeededGenerator) -> String {
        var numbers = Array(0..<30)
        numbers.shuffle(using: &dice)
        let fences = numbers.prefix(Int.random(in: 0...20, using: &dice)).map { fence($0, &dice) }
        let presets = [RadarTrackingOptions.presetContinuous(on: .ios), .presetResponsive(on: .ios)]
        let options = dice.next() % 5 == 0 ? #"{"stopDistance":"far"}"# : presets[Int(dice.next() % 2)].json()
        let meta = #""meta":{"code":200,"trackingOptions":\#(options)}"#
        let here = fences.first.map { "[\($0)]" } ?? "[]"
        let user = #""user":{"_id":"u","geofences":\#(here)}"#
        let list = #""nearbyGeofences":[\#(fences.joined(separator: ","))]"#
        return "{" + [meta, user, list].shuffled(using: &dice).joined(separator: ",") + "}"
    }

    @Test(
        "a reader that has read hundreds of answers reads the next as one that has read none",
        .long,
        arguments: 1...4
    )
    func equal(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var old = RadarResponseReader(platform: .ios)
        for round in 0..<300 {
            let body = Array(Self.answer(&dice).utf8)
            var new = RadarResponseReader(platform: .ios)
            let (again, fresh) = (old.read(code: 200, body: body), new.read(code: 200, body: body))
            #expect(again.answer == fresh.answer, "seed \(seed), answer \(round)")
            #expect(again.serverUserID == fresh.serverUserID)
        }
    }

    @Test("a response truncated after the stored part is a failure")
    func brokenOff() {
        var dice = SeededGenerator(seed: 1)
        var reader = RadarResponseReader(platform: .ios)
        let body = Array(Self.answer(&dice).utf8)
        #expect(reader.read(code: 200, body: body).answer.status == .success)
        for length in stride(from: body.count - 1, to: 1, by: -7) {
            #expect(reader.read(code: 200, body: Array(body.prefix(length))).answer.status == .errorServer)
        }
        #expect(reader.read(code: 200, body: body + Array("}".utf8)).answer.status == .errorServer)
    }

    @Test("what is remembered has an end")
    func bounded() {
        var memory = JSONValueCache()
        for number in 0..<(3 * JSONValueCache.limit) {
            memory.insert(Array(#"{"_id":"\#(number)","x":1}"#.utf8), .fences([]))
            memory.insert(Array(#"{"id":"\#(number)","x":1}"#.utf8), .options(.success(.presetResponsive(on: .ios))))
            #expect(memory.count <= JSONValueCache.limit)
        }
    }
}
