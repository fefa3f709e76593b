import Foundation
import FoundationXML
import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@testable import VisitDrawing

@Suite("The picture of a visit")
struct VisitDrawingTests {
    @Test("the map has the fence, its exit buffer, and each fix with what it shows")
    func map() throws {
        var drawn = try DrawnVisit()
        try drawn.add(.inside, metersNorth: 0)
        try drawn.add(.nearEdge, metersNorth: 155)
        try drawn.add(.outside, metersNorth: 300)
        try drawn.add(.coarse, metersNorth: 100, accuracy: 400)
        try drawn.add(.ignored(.rejected(.impossibleSpeed)), metersNorth: 280)
        let map = VisitDrawing(try drawn.details()).map
        #expect(map.contains(#"<circle class="fence""#))
        #expect(map.contains(#"<circle class="buffer""#))
        #expect(map.contains("exit buffer, 20 m beyond the edge"))
        #expect(map.contains("08:00:00, accurate to 10 m, 150 m inside the edge"))
        for style in ["inside", "edge", "outside", "coarse"] { #expect(map.contains(#"class="fix \#(style)""#)) }
        // The one that is not evaluated is crossed, with the reason.
        #expect(map.contains(#"class="mark ignored""#))
        #expect(map.contains("not reachable from the previous fix"))
        #expect(map.contains("Fixes: 1 inside, 1 near the edge, 1 outside, 1 too inaccurate, 1 not evaluated."))
    }

    @Test("the strip has the stay with its bounds, the threshold, the time that fixes prove, and reports")
    func strip() throws {
        var drawn = try DrawnVisit()
        drawn.zone = try TimeZoneName("America/New_York")
        let start = DrawnVisit.start
        drawn.spans = [
            StayReading.Span(.proven, from: start, to: start.advanced(bySeconds: 600)),
            StayReading.Span(.bridged, from: start.advanced(bySeconds: 600), to: start.advanced(bySeconds: 1_200)),
            StayReading.Span(.absent, from: start.advanced(bySeconds: 1_200), to: start.advanced(bySeconds: 1_800)),
        ]
        drawn.reports = [
            .init(time: start.advanced(bySeconds: 60), kind: .heartbeat, text: "heartbeat"),
            .init(time: start.advanced(bySeconds: 90), kind: .transition, text: "the phone's system reported: entered"),
        ]
        let strip = VisitDrawing(try drawn.details()).strip
        #expect(strip.contains("dwell threshold: 10 min after the entry"))
        // In the time zone of the facility.
        #expect(strip.contains("the visit: 03:00:00 to 03:40:00"))
        #expect(strip.contains("entered between 02:55:00 and 03:00:00"))
        for style in ["visit", "bounds", "proven", "bridged", "absent"] {
            #expect(strip.contains(#"class="span \#(style)""#), "\(style)")
        }
        #expect(strip.contains("03:01:30: the phone&#39;s system reported: entered"))
        #expect(strip.contains(#"class="mark heartbeat""#))
        #expect(!VisitDrawing(try drawn.details(sentence: .tooShort)).strip.contains(#"class="span visit""#))
    }

    @Test("without fixes the fence and the times are drawn")
    func empty() throws {
        let drawing = VisitDrawing(try DrawnVisit().details())
        #expect(drawing.map.contains("No fixes are stored of this time"))
        #expect(drawing.strip.contains("the visit: 08:00:00 to 08:40:00"))
    }

    @Test(
        "names, fences, places and fixes of every kind give well-formed markup without a script",
        arguments: UInt64(1)...40
    )
    func wellFormed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let latitudes = [45.0, 0, -89.999, 89.999, 60]
        let longitudes = [-93.0, 179.9995, -179.9995, 0]
        var drawn = try DrawnVisit(
            latitude: latitudes.randomElement(using: &random) ?? 0,
            longitude: longitudes.randomElement(using: &random) ?? 0
        )
        drawn.name = "<script>alert(1)</script>\" onload='x' & \u{202E}gym {{frame}}"
        drawn.zone = try TimeZoneName(
            ["UTC", "Asia/Kathmandu", "America/St_Johns"].randomElement(using: &random) ?? ""
        )
        drawn.minutes = [0, 1, 40, 3_000].randomElement(using: &random) ?? 0
        let sides: [FixReading.Side] = [
            .inside, .nearEdge, .outside, .coarse, .ignored(.keptOnly), .ignored(.rejected(.poorAccuracy)),
        ]
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            try drawn.add(
                sides.randomElement(using: &random) ?? .inside,
                metersNorth: Double.random(in: -50_000...50_000, using: &random)
                    * (Bool.random(using: &random) ? 1 : 0.002),
                accuracy: [nil, 0.5, 30, 90_000, 1e300].randomElement(using: &random) ?? nil
            )
        }
        drawn.runnerUp = Facility(id: try FacilityID("o"), name: drawn.name, geofence: drawn.geofence)
        let drawing = VisitDrawing(try drawn.details())
        for markup in [drawing.map, drawing.strip] {
            #expect(XMLParser(data: Data(markup.utf8)).parse(), "seed \(seed): \(markup)")
            #expect(!markup.contains("<script"), "seed \(seed)")
            #expect(!markup.unicodeScalars.contains("\u{202E}"), "seed \(seed)")
            #expect(!markup.contains("nan") && !markup.contains("inf\""), "seed \(seed)")
        }
        // The same values give the same bytes.
        #expect(drawing.map == VisitDrawing(try drawn.details()).map, "seed \(seed)")
    }

    @Test("ten thousand fixes are thinned to a drawing of a page's size, with every one that is not evaluated")
    func thinned() throws {
        var drawn = try DrawnVisit()
        for number in 0..<10_000 {
            let isIgnored = number % 500 == 7
            try drawn.add(isIgnored ? .ignored(.keptOnly) : .inside, metersNorth: Double(number % 100))
        }
        let drawing = VisitDrawing(try drawn.details())
        #expect(drawing.map.utf8.count < 120_000)
        #expect(drawing.strip.utf8.count < 120_000)
        #expect(drawing.map.matches(of: /class="mark ignored"/).count == 20)
    }

    @Test("fixes that alternate from one side to the other are thinned evenly, to the last one")
    func alternating() throws {
        var drawn = try DrawnVisit()
        drawn.minutes = 3_000
        for number in 0..<2_000 { try drawn.add(number.isMultiple(of: 2) ? .inside : .outside, metersNorth: 10) }
        let drawing = VisitDrawing(try drawn.details())
        let last = LocalTime(.utc).second(DrawnVisit.start.advanced(bySeconds: 1_999 * 60))
        #expect(drawing.strip.contains("\(last), accurate"))
        #expect(drawing.map.contains("\(last), accurate"))
        #expect(drawing.strip.utf8.count < 120_000)
    }

    @Test("a page of its own loads nothing and has no script")
    func page() {
        let page = DrawingPage.html(title: "<b>") { $0.element("p class=\"x\"", "a & b") }
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(page.contains("<h1>&lt;b&gt;</h1>"))
        #expect(page.contains("<p class=\"x\">a &amp; b</p>"))
        for harm in ["<script", "http:", "https:", "url("] { #expect(!page.contains(harm), "\(harm)") }
    }
}
