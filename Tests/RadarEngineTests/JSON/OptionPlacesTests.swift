import TrackingTestSupport
import Testing
import RadarEngine
import VisitModel

@Suite("Positions of the keys of an options document")
struct OptionPlacesTests {
    private static let document = """
        {
          "sync": "all", "replay" : "none",
          "foregroundService": {"text": "a \\"sync\\": {", "id": 7},
          "list": [{"beacons": 1}, "x", {"beacons": 2}],
            "beacons": true
        }
        """

    @Test("each key is found once, those within an object by their path, and none within a list")
    func keys() {
        let places = OptionPlaces(document: Self.document)
        #expect(
            places.keys == [
                "sync", "replay", "foregroundService", "foregroundService.text", "foregroundService.id", "list",
                "beacons",
            ]
        )
        #expect(places.repeated == nil)
    }

    @Test(
        "a key's place is the line and the character of its first quotation mark",
        arguments: [
            ("sync", 2, 3), ("replay", 2, 18), ("foregroundService.text", 3, 25), ("beacons", 5, 5),
        ]
    )
    func place(key: String, line: Int, column: Int) {
        let place = OptionPlaces(document: Self.document)[key]
        #expect(place?.line == line)
        #expect(place?.column == column)
    }

    @Test("text that is not a key has no position")
    func nowhere() {
        let places = OptionPlaces(document: Self.document)
        for key in ["all", "x", "text", "useVisits", ""] { #expect(places[key] == nil, "\(key)") }
    }

    @Test(
        "a duplicate key is reported with its second position, however it is spelled",
        arguments: [
            (#"{"sync":"all","#, #""sync":"none"}"#, "sync"), (#"{"sync":"all","#, #""s\u0079nc":"none"}"#, "sync"),
            (#"{"foregroundService":{"id":1,"#, #""id":2}}"#, "foregroundService.id"),
        ]
    )
    func repeated(first: String, second: String, key: String) {
        let places = OptionPlaces(document: first + "\n " + second)
        #expect(places.repeated?.key == key)
        #expect(places.repeated?.place.line == 2)
        #expect(places.repeated?.place.column == 2)
        #expect(places[key]?.line == 1)
    }

    @Test("the same key in two objects is not a duplicate")
    func twoObjects() {
        let text = #"{"a":{"text":1},"b":{"text":2},"text":3}"#
        #expect(OptionPlaces(document: text).repeated == nil)
    }

    @Test(
        "a JSON syntax error is reported by line and column, also where Foundation continues",
        arguments: [
            ("", 1, 1), ("  ", 1, 3), ("{\"a\": 1,}", 1, 9), ("[1,]", 1, 4), ("{\n  \"a\": all\n}", 2, 8),
            ("{} {}", 1, 4), ("{\"a\"\n 1}", 2, 2), ("{'a': 1}", 1, 2), ("{\"a\": 01}", 1, 8), ("{\"a\": .5}", 1, 7),
            ("{\"a\": 1.}", 1, 9), ("{\"a\": +1}", 1, 7), ("{\"a\": 1e}", 1, 9), ("{\"a\": NaN}", 1, 7),
            ("{\"a\": \"\t\"}", 1, 8), ("{\"a\": \"\\x\"}", 1, 9), ("{\"a\": \"\\u12g4\"}", 1, 12),
            ("{\"a\": \"", 1, 8), ("{\"a\"", 1, 5), ("// all\n{}", 1, 1), ("{\"ü\": tru}", 1, 7), ("\u{FEFF}{}", 1, 1),
            ("{\"a\": 1\u{A0}}", 1, 8), ("\"\\", 1, 3),
        ]
    )
    func broken(text: String, line: Int, column: Int) {
        let place = OptionPlaces(document: text).broken
        #expect(place?.line == line)
        #expect(place?.column == column)
    }

    @Test(
        "what is JSON is not broken",
        arguments: [
            "{}", " [ ] ", "null", "-0", "1.5E+10", "\"\\u00e9\\n\"", "{\"a\": [{\"b\": []}, -1e-3, true]}\n",
            String(repeating: "[", count: 60) + String(repeating: "]", count: 60),
        ]
    )
    func sound(text: String) {
        #expect(OptionPlaces(document: text).broken == nil)
    }

    @Test("nesting deeper than any real document is refused before it exhausts the stack")
    func deep() {
        #expect(OptionPlaces(document: String(repeating: "[", count: 1_000_000)).broken?.column == 65)
    }
}
