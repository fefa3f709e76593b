import Interchange
import Testing
import VisitModel

@Suite("Tracks in GPX")
struct GPXTrackTests {
    @Test("a point gives its time, place, elevation, speed and course, but no accuracy from hdop")
    func readsPoints() throws {
        let reading = try TrackReading(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
              <metadata><time>2000-01-01T00:00:00Z</time></metadata>
              <trk><name>Run</name><trkseg>
                <trkpt lat="44.95" lon="-93.28">
                  <ele>250.5</ele><time>2024-03-01T06:00:00.5Z</time><hdop>1.2</hdop>
                  <extensions><gpxtpx:TrackPointExtension>
                    <gpxtpx:speed>2.5</gpxtpx:speed><gpxtpx:course>181</gpxtpx:course>
                    <gpxtpx:time>1999-01-01T00:00:00Z</gpxtpx:time>
                  </gpxtpx:TrackPointExtension><accuracy>12</accuracy></extensions>
                </trkpt>
                <trkpt lon = '-93.29' lat='44.96'><course>90</course><speed>1.5</speed><time>2024-03-01T07:01:00+01:00</time></trkpt>
              </trkseg></trk>
            </gpx>
            """,
            member: "m"
        )
        #expect(reading.format == .gpx)
        #expect(reading.diagnostics.isEmpty)
        #expect(
            reading.fixes.map(\.fix) == [
                Fix(
                    time: try TimestampParser().parse("2024-03-01T06:00:00.5Z"),
                    coordinate: try Coordinate(latitude: 44.95, longitude: -93.28),
                    horizontalAccuracy: 12,
                    speed: 2.5,
                    course: 181,
                    altitude: 250.5
                ),
                Fix(
                    time: try TimestampParser().parse("2024-03-01T06:01:00Z"),
                    coordinate: try Coordinate(latitude: 44.96, longitude: -93.29),
                    speed: 1.5,
                    course: 90
                ),
            ]
        )
        #expect(reading.fixes.map(\.line) == [5, 12])
    }

    @Test("the first point after a segment break follows a gap, also when the points before it had no time")
    func marksGaps() throws {
        func point(_ second: Int?) -> String {
            let time = second.map { "<time>2024-03-01T06:00:0\($0)Z</time>" } ?? ""
            return "<trkpt lat=\"1\" lon=\"2\">\(time)</trkpt>"
        }
        let reading = try TrackReading(
            "<gpx><trk><trkseg></trkseg><trkseg/><trkseg>\(point(1))\(point(2))</trkseg>"
                + "<trkseg>\(point(nil))\(point(3))\(point(4))</trkseg></trk>"
                + "<trk><trkseg>\(point(5))</trkseg></trk></gpx>",
            member: "m"
        )
        #expect(reading.fixes.map(\.fix.flags) == [[], [], .afterGap, [], .afterGap])
        #expect(reading.remarks == ["missing_time:1"])
        #expect(reading.counts.rejected == 1)
    }

    @Test("a time without a zone is UTC, as the specification says")
    func readsTimesAsUTC() throws {
        let reading = try TrackReading(
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2013-01-01T12:00:04</time></trkpt></trkseg></trk></gpx>",
            member: "m"
        )
        #expect(reading.fixes.first?.fix.time.iso8601 == "2013-01-01T12:00:04Z")
    }

    @Test("waypoints and routes are reported and left out")
    func leavesOutPlaces() throws {
        let reading = try TrackReading(
            """
            <gpx>
            <wpt lat="1" lon="2"><time>2024-03-01T06:00:00Z</time></wpt>
            <rte><rtept lat="1" lon="2"/><rtept lat="1" lon="3"></rtept></rte>
            </gpx>
            """,
            member: "m"
        )
        #expect(reading.fixes.isEmpty)
        #expect(reading.remarks == ["not_a_track:2"])
        #expect(reading.diagnostics.first?.message.hasPrefix("3 ") == true)
    }

    @Test(
        "malformed content loses only the point that contains it",
        arguments: [
            (
                "<!-- <trkpt lat=\"9\" lon=\"9\"> --><trkpt lat=\"1\" lon=\"2\"><time>2024-03-01T06:00:00Z</time></trkpt>",
                1
            ),
            (
                "<trkpt lat=\"1\" lon=\"2\"><name><![CDATA[</trkpt> a < b]]></name><time>2024-03-01T06:00:00Z</time></trkpt>",
                1
            ),
            ("<trkpt lat=\"1\" lon=\"2\"><time><![CDATA[2024-03-01T06:00:00Z]]></time></trkpt>", 1),
            ("<trkpt lat=\"1\" lon=\"2\" note=\"a > b\"><time>2024-03-01T06:00:00Z</time></trkpt>", 1),
            (
                "<trkpt lat=\"1\" lon=\"2\"><desc>a < b & c << d &unknown;</desc><time>2024-03-01T06:00:00Z</time></trkpt>",
                1
            ),
            ("<TRKPT LAT=\"1\" LON=\"2\"><Time> 2024-03-01T06:00:00Z </Time></TRKPT>", 1),
            ("<x:trkpt lat=\"1\" lon=\"2\"><x:time>2024-03-01T06:00:00Z</x:time></x:trkpt>", 1),
            (
                "<trkpt lat=\"1\" lon=\"2\"><time>2024-03-01T06:00:00Z</time>"
                    + "<trkpt lat=\"1\" lon=\"3\"><time>2024-03-01T06:00:01Z</time></trkpt>", 2
            ),
            (
                "<trkpt lat=\"x\" lon=\"2\"><time>2024-03-01T06:00:00Z</time></trkpt>"
                    + "<trkpt lat=\"1\" lon=\"3\"><time>2024-03-01T06:00:01Z</time></trkpt>", 1
            ),
            (
                "<trkpt lat=\"1\" lon=\"2\"><time>2024-03-01T06:00:00Z</time></trkpt"
                    + "<trkpt lat=\"1\" lon=\"3\"><time>2024-03-01T06:00:01Z</time></trkpt>", 2
            ),
        ]
    )
    func forgives(points: String, count: Int) throws {
        let reading = try TrackReading("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", member: "m")
        #expect(reading.fixes.count == count)
    }

    @Test("a truncated file keeps its whole points and reports the break")
    func readsTruncated() throws {
        let point = "<trkpt lat=\"1\" lon=\"2\"><time>2024-03-01T06:00:00Z</time></trkpt>\n"
        let between = try TrackReading("<gpx><trk><trkseg>\n" + point + point, member: "m")
        #expect(between.fixes.count == 2)
        #expect(between.diagnostics.map(\.severity) == [.warning])
        let inside = try TrackReading("<gpx><trk><trkseg>\n" + point + point.dropLast(12), member: "m")
        #expect(inside.fixes.count == 1)
        #expect(inside.remarks == ["truncated:3"])
        #expect(inside.diagnostics.map(\.severity) == [.error])
    }

    @Test("a track without a member and other XML are refused")
    func refusesDocuments() {
        let anonymous = #expect(throws: InterchangeError.self) {
            try TrackReading("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>")
        }
        #expect(anonymous?.code == .member)
        #expect(anonymous?.message.contains("--member") == true)
        let other = #expect(throws: InterchangeError.self) { try TrackReading("<?xml version=\"1.0\"?><kml></kml>") }
        #expect(other?.code == .format)
        let none = #expect(throws: InterchangeError.self) { try TrackReading("<!-- nothing -->") }
        #expect(none?.code == .format)
    }

    @Test("an accuracy in metres is read under any namespace", arguments: ["accuracy", "accuracy_horizontal", "hacc"])
    func readsAccuracy(name: String) throws {
        let reading = try TrackReading(
            """
            <gpx version="1.1" xmlns:x="http://opentracksapp.com/xmlschemas/v1"><trk><trkseg>
            <trkpt lat="39.9" lon="-82.1"><time>2024-03-01T06:00:00Z</time>
            <extensions><x:\(name)>900</x:\(name)></extensions></trkpt>
            </trkseg></trk></gpx>
            """,
            member: "m"
        )
        #expect(reading.fixes.map(\.fix.horizontalAccuracy) == [900])
    }
}
