import Interchange
import Testing
import VisitModel

@Suite("Tracks in GeoJSON")
struct GeoJSONTrackTests {
    @Test("points have their time and other fields in their properties")
    func readsPoints() throws {
        let reading = try TrackReading(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"time":"2024-03-01T06:00:00Z","accuracy":12,"speed":1.5,"bearing":90,
              "device_id":"p"},"geometry":{"type":"Point","coordinates":[-93.28,44.95,250.5]}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[-93.28,44.95]},
              "properties":{"timestamp":"2015-10-01T08:00:00-0700","horizontal_accuracy":30,"vertical_accuracy":-1,
              "motion":["driving","stationary"],"battery_level":0.89,"device_id":"p"}},
            {"type":"Feature","properties":{"timestamp":"2024-07-07T17:46:39Z","device_id":"p","action":"will_terminate"}},
            {"type":"Feature","geometry":null,"properties":null},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[-93.28,44.95]},"properties":{"device_id":"p"}},
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},"properties":{}}
            ]}
            """
        )
        #expect(reading.format == .geojson)
        #expect(reading.fixes.map(\.line) == [2, 4])
        #expect(reading.fixes.first?.fix.altitude == 250.5)
        #expect(reading.fixes.first?.fix.horizontalAccuracy == 12)
        #expect(reading.fixes.first?.fix.course == 90)
        #expect(reading.fixes.last?.fix.time.iso8601 == "2015-10-01T15:00:00Z")
        #expect(reading.fixes.last?.fix.horizontalAccuracy == 30)
        #expect(reading.fixes.last?.fix.battery == 0.89)
        #expect(reading.fixes.last?.fix.activity == .inVehicle)
        #expect(reading.fixes.last?.fix.flags == [])
        #expect(
            reading.remarks == ["missing_coordinate:8", "missing_time:9", "not_a_track:10", "not_a_fix:7"]
        )
    }

    @Test(
        "a line has a time for each position",
        arguments: [
            "\"properties\":{\"coordTimes\":[T1,T2]},\"geometry\":G",
            "\"geometry\":G,\"properties\":{\"coordTimes\":[T1,T2]}",
            "\"geometry\":G,\"properties\":{\"coordinateProperties\":{\"times\":[T1,T2],\"speeds\":[1,2]}}",
        ]
    )
    func readsLines(template: String) throws {
        let geometry = "{\"type\":\"LineString\",\"coordinates\":[[-93.28,44.95,250],[-93.29,44.96]]}"
        let text = template.replacing("G", with: geometry)
            .replacing("T1", with: "\"2024-03-01T06:00:00Z\"").replacing("T2", with: "1709273101000")
        let reading = try TrackReading("{\"type\":\"Feature\",\(text)}", member: "m")
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.fixes.map(\.fix.time.iso8601) == ["2024-03-01T06:00:00Z", "2024-03-01T06:05:01Z"])
        #expect(reading.fixes.map(\.fix.coordinate.latitude) == [44.95, 44.96])
        #expect(reading.fixes.map(\.fix.altitude) == [250, nil])
        #expect(reading.fixes.map(\.fix.flags) == [[], []])
    }

    @Test("later lines begin after a gap, one feature a line or several in one")
    func marksGaps() throws {
        let one = """
            {"type":"Feature","properties":{"coordTimes":[[1709273101,1709273102],[1709273103,null,1709273104]]},\
            "geometry":{"type":"MultiLineString","coordinates":[[[1,2],[1,3]],[[1,4],[1,5],[1,6]]]}}
            """
        let two = """
            {"type":"Feature","properties":{"coordTimes":[1709273105,1709273106]},\
            "geometry":{"type":"LineString","coordinates":[[1,7],[1,8]]}}
            """
        let reading = try TrackReading(one + "\n" + two + "\n", member: "m")
        #expect(reading.format == .geojson)
        #expect(reading.fixes.map(\.fix.coordinate.latitude) == [2, 3, 4, 6, 7, 8])
        #expect(reading.fixes.map(\.fix.flags) == [[], [], .afterGap, [], .afterGap, []])
        #expect(reading.remarks == ["missing_time:1"])
    }

    @Test(
        "a line whose times can't be matched is refused",
        arguments: [
            ("{}", "missing_time"), ("{\"coordTimes\":[1709273101]}", "time_count"),
            ("{\"coordTimes\":[1709273101,1709273102,1709273103]}", "time_count"),
            ("{\"coordTimes\":\"none\"}", "missing_time"), ("null", "missing_time"),
            ("{\"coordTimes\":[[1709273101,1709273102]]}", "time_count"),
        ]
    )
    func refusesLines(properties: String, code: String) throws {
        let reading = try TrackReading(
            "{\"type\":\"Feature\",\"properties\":\(properties),"
                + "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,2],[1,3]]}}",
            member: "m"
        )
        #expect(reading.fixes.isEmpty)
        #expect(reading.remarks == ["\(code):1"])
    }
}
