import Interchange
import Testing
import VisitModel

@Suite("Tracks in delimited text")
struct CSVTrackTests {
    @Test("every known column sets its field of the fix")
    func readsAllColumns() throws {
        let reading = try TrackReading(
            """
            Member ID,Device-ID,platform,timestamp,latitude,longitude,horizontal accuracy,speed,heading,altitude,\
            activity,battery,received_at,is_mock,comment
            anna,phone-1,iOS 17.4,2024-03-01T06:09:38.5Z,44.95,-93.28,23.7,1.5,90,250.5,on_foot,0.81,\
            2024-03-01T06:30:00Z,true,hello
            """
        )
        let fix = try #require(reading.fixes.first)
        #expect(reading.format == .csv)
        #expect(reading.diagnostics.isEmpty)
        #expect(fix.member?.text == "anna")
        #expect(fix.device.text == "phone-1")
        #expect(fix.platform == .ios)
        #expect(fix.receivedAt?.iso8601 == "2024-03-01T06:30:00Z")
        #expect(fix.line == 2)
        #expect(
            fix.fix
                == Fix(
                    time: try TimestampParser().parse("2024-03-01T06:09:38.5Z"),
                    coordinate: try Coordinate(latitude: 44.95, longitude: -93.28),
                    horizontalAccuracy: 23.7,
                    speed: 1.5,
                    course: 90,
                    altitude: 250.5,
                    activity: .onFoot,
                    battery: 0.81,
                    flags: .mock
                )
        )
    }

    @Test(
        "columns are found under the names people use",
        arguments: [
            "member,timestamp,lat,lon", "user_id,time,latitude,longitude", "person,t,y,x", "userId,DateTime,Lat,Lng",
            "device_id,time_utc,latitude,long", "uuid,epoch,LAT,LON",
            "Device UUID,unix_time,GPS Latitude,GPS Longitude",
        ]
    )
    func findsColumns(header: String) throws {
        let reading = try TrackReading("\(header)\na,1709273378,44.95,-93.28\n")
        #expect(reading.fixes.count == 1)
        #expect(reading.fixes.first?.device.text == "a")
        #expect(reading.fixes.first?.fix.coordinate.longitude == -93.28)
    }

    @Test(
        "any dialect and encoding gives the same fix",
        arguments: [
            Array("member,timestamp,lat,lon\nzoé,2024-03-01T06:09:38Z,44.95,-93.28\n".utf8),
            Array("\u{FEFF}member,timestamp,lat,lon\r\nzoé,2024-03-01T06:09:38Z,44.95,-93.28".utf8),
            Array("member;timestamp;lat;lon\nzoé;2024-03-01 06:09:38 +00:00;44,95;-93,28\n".utf8),
            Array("member\ttimestamp\tlat\tlon\nzoé\t1709273378\t4.495e1\t-93.28\n".utf8),
            Array("lon|lat|timestamp|member\n\"-93.28\"|44.95|1709273378000|\"zoé\"\n".utf8),
            "member,timestamp,lat,lon\nzoé,2024-03-01T06:09:38Z,44.95,-93.28\n".utf16.flatMap {
                [UInt8($0 & 0xFF), UInt8($0 >> 8)]
            },
            Array("member,timestamp,lat,lon\nzo".utf8) + [0xE9] + Array(",2024-03-01T06:09:38Z,44.95,-93.28\n".utf8),
        ] as [[UInt8]]
    )
    func readsDialects(bytes: [UInt8]) throws {
        let reading = try TrackReading([bytes])
        let fix = try #require(reading.fixes.first)
        #expect(reading.fixes.count == 1)
        #expect(fix.member?.text == "zoé")
        #expect(fix.fix.time.iso8601 == "2024-03-01T06:09:38Z")
        #expect(fix.fix.coordinate == (try Coordinate(latitude: 44.95, longitude: -93.28)))
    }

    @Test("an unusable row is reported by line and column, and the rows round it are kept")
    func keepsGoodRows() throws {
        let reading = try TrackReading(
            """
            member,timestamp,lat,lon,accuracy
            a,2024-03-01T06:00:00Z,44.95,-93.28,10
            a,2024-03-01T06:01:00,44.95,-93.28,10
            a,yesterday,44.95,-93.28,10
            a,,44.95,-93.28,10
            a,2024-03-01T06:02:00Z,north,-93.28,10
            a,2024-03-01T06:03:00Z,,-93.28,10
            a,2024-03-01T06:04:00Z,91,-93.28,10
            a,2024-03-01T06:05:00Z,44.95,-193.28,10
            a,2024-03-01T06:06:00Z,0,0,10
            a,2024-03-01T06:07:00Z,44.95
            a,2024-03-01T06:08:00Z,44.95,-93.28,10,surplus
            ,2024-03-01T06:09:00Z,44.95,-93.28,10
            a,2024-03-01T06:10:00Z,44.95,-93.28,good
            a,2024-03-01T06:11:00Z,44.95,-93.28,10,,

            a,2024-03-01T06:12:00Z,44.95,-93.28,10
            """
        )
        #expect(reading.fixes.map(\.line) == [2, 14, 15, 17])
        #expect(reading.fixes.map(\.fix.horizontalAccuracy) == [10, nil, 10, 10])
        #expect(
            reading.remarks == [
                "missing_zone:3", "unreadable_time:4", "missing_time:5", "unreadable_coordinate:6",
                "missing_coordinate:7", "coordinate_out_of_range:8", "coordinate_out_of_range:9", "zero_coordinate:10",
                "field_count:11", "field_count:12", "missing_member:13", "unreadable_value:14",
            ]
        )
        #expect(reading.counts.fixes == 4)
        #expect(reading.counts.rejected == 11)
        #expect(
            reading.diagnostics[3].description
                == "track:6: lat: `north` is not a number, expected degrees north such as 48.8566"
        )
        #expect(reading.diagnostics[10].message.contains("--member"))
    }

    @Test(
        "signs for no value say nothing",
        arguments: ["", " ", "NA", "n/a", "NaN", "null", "None", "-", "\\N"]
    )
    func passesOverBlanks(sign: String) throws {
        let reading = try TrackReading(
            "member,timestamp,lat,lon,accuracy,speed,battery\na,1709273378,1,2,\(sign),\(sign),\(sign)\n"
        )
        let fix = try #require(reading.fixes.first).fix
        #expect(reading.diagnostics.isEmpty)
        #expect(fix.horizontalAccuracy == nil && fix.speed == nil && fix.battery == nil)
    }

    @Test("rest comes from the activity, and motion from the phone's own flag")
    func readsMotion() throws {
        let reading = try TrackReading(
            """
            member,timestamp,lat,lon,activity,confidence,is_moving,event
            a,1709273301,1,2,still,,,
            a,1709273302,1,2,still,40,,
            a,1709273303,1,2,STILL,90,,
            a,1709273304,1,2,walking,90,,
            a,1709273305,1,2,unknown,,false,motionchange
            a,1709273306,1,2,,,true,motionchange
            a,1709273307,1,2,,,false,
            a,1709273308,1,2,still,100,true,
            """
        )
        let expected: [Fix.Flags] = [.stationary, [], .stationary, [], .stationary, .moving, [], []]
        #expect(reading.fixes.map(\.fix.flags) == expected)
        #expect(reading.fixes.map(\.fix.activity) == [.still, .still, .still, .walking, nil, nil, nil, .still])
    }

    @Test("units come from a column's name")
    func readsUnits() throws {
        let reading = try TrackReading(
            "member,timestamp,lat,lon,speed_kmh,battery_percent\na,1709273378,1,2,36,81\n"
        )
        #expect(reading.fixes.first?.fix.speed == 10)
        #expect(reading.fixes.first?.fix.battery == 0.81)
        let knots = try TrackReading("member,timestamp,lat,lon,speed_knots,battery\na,1709273378,1,2,36,81\n")
        #expect(knots.fixes.first?.fix.speed == 18.52)
        #expect(knots.fixes.first?.fix.battery == 0.81)
    }

    @Test("of two columns for one field the more specific name is read, and the other is reported")
    func prefersTellingNames() throws {
        let reading = try TrackReading(
            "x,y,member,time,timestamp,latitude,longitude\n500000,4980000,a,06:09,1709273378,44.95,-93.28\n"
        )
        #expect(reading.fixes.first?.fix.coordinate.latitude == 44.95)
        #expect(reading.fixes.first?.fix.time.milliseconds == 1_709_273_378_000)
        #expect(Set(reading.diagnostics.map { $0.column ?? "" }) == ["x", "y", "time"])
        #expect(reading.diagnostics.allSatisfy { $0.severity == .note })
    }

    @Test("defaults replace missing fields only")
    func fillsIn() throws {
        let defaults = TrackDefaults(
            member: try MemberID("me"),
            platform: .android,
            missingZone: .assumed(try TimeZoneName("Europe/Paris"))
        )
        let plain = Array("time,lat,lon\n2024-07-01T06:00:00,1,2\n".utf8)
        let fix = try #require(try TrackReading([plain], defaults: defaults).fixes.first)
        #expect(fix.member?.text == "me" && fix.device.text == "me" && fix.platform == .android)
        #expect(fix.fix.time.iso8601 == "2024-07-01T04:00:00Z")
        let named = Array("user,time,lat,lon,os\nyou,1709273378,1,2,ios\n,1709273379,1,2,\n".utf8)
        let fixes = try TrackReading([named], defaults: defaults).fixes
        #expect(fixes.map { $0.member?.text } == ["you", "me"])
        #expect(fixes.map(\.device.text) == ["you", "me"])
        #expect(fixes.map(\.platform) == [.ios, .android])
    }

    @Test("where only a phone is named, its member is left to the caller")
    func leavesMemberOpen() throws {
        let reading = try TrackReading("device,time,lat,lon\np1,1709273378,1,2\n")
        #expect(reading.fixes.first?.device.text == "p1")
        #expect(reading.fixes.first?.member == nil)
    }

    @Test(
        "a document that can't be read at all is an error that says what to do",
        arguments: [
            ("", nil, InterchangeError.Code.empty, "empty"),
            ("  \n", nil, .empty, "empty"),
            ("hello world\n", nil, .format, "--format"),
            ("hello world\n", TrackFormat.csv, .header, "latitude or lat"),
            ("member,timestamp,lat\na,1,2\n", nil, .header, "longitude or lon"),
            ("timestamp,lat,lon\n1,2,3\n", nil, .member, "--member"),
            ("PK\u{3}\u{4}xxxx", nil, .encoding, "extract"),
        ] as [(String, TrackFormat?, InterchangeError.Code, String)]
    )
    func refusesDocuments(text: String, format: TrackFormat?, code: InterchangeError.Code, word: String) {
        let error = #expect(throws: InterchangeError.self) { try TrackReading(text, format: format) }
        #expect(error?.code == code)
        #expect(error?.message.contains(word) == true)
    }

    @Test("diagnostics beyond the limit are counted and not stored")
    func boundsDiagnostics() throws {
        let rows = String(repeating: "a,never,1,2\n", count: 500)
        let reading = try TrackReading([Array("member,time,lat,lon\n\(rows)".utf8)], diagnosticLimit: 10)
        #expect(reading.diagnostics.count == 10)
        #expect(reading.counts.remarks == ["unreadable_time": 500])
        #expect(reading.counts.rejected == 500)
    }

    @Test(
        "a date and a time of day in two columns are joined",
        arguments: [
            ("date,time", "2024-03-01,06:09:38Z"), ("Date,Time", "2024-03-01,07:09:38+01:00"),
            ("UTC DATE,UTC TIME", "2024/03/01,06:09:38"), ("date_utc,time_utc", "2024-03-01,06:09:38.000"),
            ("Datum,Uhrzeit", "01.03.2024,06:09:38Z"), ("time,date", "06:09:38Z,2024-03-01"),
            ("date,time", "2024-03-01,1709273378"), ("fecha,hora", "2024-03-01,6:09:38Z"),
        ]
    )
    func joinsDateAndTime(header: String, cells: String) throws {
        let reading = try TrackReading("member,\(header),lat,lon\na,\(cells),44.95,-93.28\n")
        #expect(reading.fixes.map(\.fix.time.iso8601) == ["2024-03-01T06:09:38Z"], "\(reading.diagnostics)")
        #expect(reading.diagnostics.isEmpty)
    }

    @Test("a column with the whole time goes before a date and a time of day")
    func wholeTime() throws {
        let reading = try TrackReading(
            "member,date,time,timestamp,lat,lon\na,2024-01-01,00:00:00,2024-03-01T06:09:38Z,44.95,-93.28\n"
        )
        #expect(reading.fixes.map(\.fix.time.iso8601) == ["2024-03-01T06:09:38Z"])
    }

    @Test("a date or time that can't be read is named with both columns")
    func badDateAndTime() throws {
        let reading = try TrackReading(
            """
            member,date,time,lat,lon
            a,2024-03-01,06:09:38,44.95,-93.28
            a,03/01/2024,06:09:38Z,44.95,-93.28
            a,2024-03-01,,44.95,-93.28
            a,,,44.95,-93.28
            """
        )
        #expect(reading.fixes.isEmpty)
        #expect(reading.remarks == ["missing_zone:2", "unreadable_time:3", "unreadable_time:4", "missing_time:5"])
        #expect(
            reading.diagnostics[1].description
                == "track:3: date + time: `03/01/2024 06:09:38Z` has its day and month in an ambiguous order, "
                + "expected the year first, such as 2024-03-01"
        )
    }

    @Test("a time that a spreadsheet rounded is refused by name, in every column of times")
    func roundedTime() throws {
        let reading = try TrackReading(
            "member,timestamp,lat,lon\na,1.77244E+12,44.95,-93.28\na,\"1,77244E+12\",44.95,-93.28\n"
        )
        #expect(reading.remarks == ["rounded_time:2", "rounded_time:3"])
        #expect(reading.diagnostics[0].message.contains("spreadsheets round"))
    }

    @Test(
        "coordinates are read in degrees, minutes and seconds, with letters, and from one column",
        arguments: [
            ("lat,lon", "\"39°54'00.0\"\"N\",\"82°06'00.0\"\"W\""), ("lat,lon", "39.9 N,82.1 W"),
            ("lat,lon", "N 39 54 00,W 82 06 00"), ("latlon", "\"39.9,-82.1\""), ("coordinates", "39.9 -82.1"),
            ("Lat/Long", "\"39.9 N, 82.1 W\""), ("wkt", "POINT(-82.1 39.9)"), ("location", "\"geo:39.9,-82.1\""),
        ]
    )
    func coordinates(header: String, cells: String) throws {
        let reading = try TrackReading("member,timestamp,\(header)\na,1709273378,\(cells)\n")
        let place = try #require(reading.fixes.first?.fix.coordinate, "\(reading.diagnostics)")
        #expect(abs(place.latitude - 39.9) < 1e-9 && abs(place.longitude + 82.1) < 1e-9)
        #expect(reading.diagnostics.isEmpty)
    }

    @Test("coordinates in one column that are none are named with it")
    func badCoordinates() throws {
        let reading = try TrackReading(
            "member,timestamp,position\na,1709273378,here\na,1709273378,\na,1709273378,\"[-82.1,39.9]\"\n"
        )
        #expect(reading.remarks == ["unreadable_coordinate:2", "missing_coordinate:3", "unreadable_coordinate:4"])
        #expect(reading.diagnostics.map(\.column) == ["position", "position", "position"])
    }
}
