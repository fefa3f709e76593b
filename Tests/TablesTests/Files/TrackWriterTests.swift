import Foundation
import Interchange
import Testing
import TimelineTestSupport
import VisitModel

@testable import Tables

@Suite("Tracks as files")
struct TrackWriterTests {
    private static func device(_ id: String) throws -> Device {
        Device(id: try DeviceID(id), member: try MemberID("ann"), platform: .ios)
    }

    private static func text(_ format: TrackExportFormat, _ devices: [(Device, [Fix])]) throws -> String {
        var bytes: [UInt8] = []
        var writer = TrackWriter(format) { bytes += $0 }
        for (device, fixes) in devices {
            writer.begin(device)
            for fix in fixes { try writer.add(fix) }
        }
        try writer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What a reader of files makes of it.
    private static func fixes(_ text: String) throws -> [Fix] {
        var (reader, fixes) = (
            TrackReader(fileName: "track", defaults: TrackDefaults(member: try MemberID("ann"))), [TrackFix]()
        )
        try reader.consume(Array(text.utf8), into: &fixes)
        try reader.finish(into: &fixes)
        #expect(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
        return fixes.map(\.fix)
    }

    private static func track() throws -> [Fix] {
        [
            Fix(
                time: Timestamp(milliseconds: 1_709_273_378_250),
                coordinate: try Coordinate(latitude: -33.8567844, longitude: 0.0000123),
                horizontalAccuracy: 12.5,
                speed: 1.25,
                course: 270,
                altitude: -3.5
            ),
            Fix(
                time: Timestamp(milliseconds: 1_709_273_379_000),
                coordinate: try Coordinate(latitude: 89.9999999, longitude: -180),
                horizontalAccuracy: nil
            ),
        ]
    }

    @Test("GPX has the time, place, accuracy and movement of each fix, and is read back as written")
    func gpx() throws {
        let text = try Self.text(.gpx, [(Self.device("a&<b>\u{FFFE}"), Self.track())])
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Footfall" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:footfall="urn:footfall:gpx">
                <trk><name>a&amp;&lt;b&gt;\u{FFFD}</name><trkseg>
                <trkpt lat="-33.8567844" lon="0.0000123"><ele>-3.5</ele><time>2024-03-01T06:09:38.250Z</time><extensions>\
                <gpxtpx:TrackPointExtension><gpxtpx:speed>1.25</gpxtpx:speed><gpxtpx:course>270.0</gpxtpx:course>\
                </gpxtpx:TrackPointExtension><footfall:accuracy>12.5</footfall:accuracy></extensions></trkpt>
                <trkpt lat="89.9999999" lon="-180.0000000"><time>2024-03-01T06:09:39Z</time></trkpt>
                </trkseg></trk>
                </gpx>

                """
        )
        #expect(try Self.fixes(text) == Self.track())
    }

    @Test("no device and no fix give a file that is complete", arguments: TrackExportFormat.allCases)
    func empty(format: TrackExportFormat) throws {
        #expect(try !Self.text(format, []).isEmpty)
        let text = try Self.text(format, [(Self.device("a"), []), (Self.device("b"), [])])
        switch format {
        case .gpx:
            #expect(text.components(separatedBy: "<trk>").count == 3)
            #expect(text.components(separatedBy: "</trkseg></trk>").count == 3)
            #expect(text.hasSuffix("</gpx>\n"))
        case .geojson: #expect(text.filter { !$0.isWhitespace } == #"{"features":[],"type":"FeatureCollection"}"#)
        case .csv: #expect(text.hasPrefix("member,device,") && text.split(separator: "\n").count == 1)
        }
    }

    @Test("every format is read back with the same fixes", arguments: TrackExportFormat.allCases)
    func same(format: TrackExportFormat) throws {
        let fixes = try Journey.visitOfFirstPlace().fixes.map(\.fix)
        let read = try Self.fixes(try Self.text(format, [(Self.device("a"), fixes)]))
        #expect(read.map(\.time) == fixes.map(\.time))
        for (one, other) in zip(read, fixes) {
            #expect(one.coordinate.distance(to: other.coordinate) < 0.1)
            #expect(one.horizontalAccuracy == other.horizontalAccuracy)
        }
    }
}
