import Testing
import VisitModel

@testable import Interchange

@Suite("Facilities that are a part of others")
struct FacilityPartsTests {
    private static func facility(_ id: String, partOf whole: String? = nil) throws -> Facility {
        Facility(
            id: try FacilityID(id),
            geofence: .circle(center: try Coordinate(latitude: 5, longitude: 5), radius: .standard),
            partOf: try whole.map { try FacilityID($0) }
        )
    }

    /// What an import would write, for instance `clinic<mall` for a clinic in a mall.
    private static func written(_ reading: FacilityReading) -> [String] {
        reading.rows.compactMap { reading.document.facility(of: $0) }
            .map { facility in facility.id.text + (facility.partOf.map { "<\($0)" } ?? "") }
    }

    @Test("a row may name a facility of an earlier or a later row, or a stored one")
    func known() throws {
        let reading = try FacilityReading(
            "id,lat,lon,part_of\nclinic,5,5,mall\nmall,5,5,\nshop,5,5, mall \nkiosk,5,5,station\n",
            stored: [Self.facility("station")]
        )
        #expect(Self.written(reading) == ["clinic<mall", "mall", "shop<mall", "kiosk<station"])
        #expect(reading.messages.isEmpty)
        #expect(reading.document.usableCount == 4)
    }

    @Test("an id that no facility has is warned of, and the facility is a part of none")
    func unknown() throws {
        let reading = try FacilityReading(header: "id,lat,lon,Teil von", "clinic,5,5,mall", "mal,5,5,")
        #expect(Self.written(reading) == ["clinic", "mal"])
        #expect(
            reading.messages == [
                "gyms.csv:2: Teil von: warning: there is no facility `mall`, expected the id of one of this file or of a "
                    + "stored one; `clinic` is a part of none"
            ]
        )
        #expect(reading.document.usableCount == 2)
    }

    @Test("a facility of an unusable row is unknown, unless it is stored")
    func unusable() throws {
        let text = "id,lat,lon,part_of\nclinic,5,5,mall\nmall,95,5,\n"
        let reading = try FacilityReading(text)
        #expect(Self.written(reading) == ["clinic"])
        #expect(reading.remarks == ["coordinate_out_of_range:3", "unknown_part_of:2"])
        let again = try FacilityReading(text, stored: [Self.facility("mall")])
        #expect(Self.written(again) == ["clinic<mall"])
    }

    @Test("a text that is no id is warned of, and the stored value stays")
    func noID() throws {
        let long = String(repeating: "x", count: 401)
        let reading = try FacilityReading(
            "id,part_of\nclinic,\(long)\n",
            stored: [Self.facility("mall"), Self.facility("clinic", partOf: "mall")]
        )
        #expect(Self.written(reading) == ["clinic<mall"])
        #expect(reading.remarks == ["bad_part_of:2", "no_coordinate_column:1"])
    }

    @Test("a facility that names itself is refused")
    func itself() throws {
        let reading = try FacilityReading(header: "id,lat,lon,part_of", "a,5,5,a", "b,5,5,")
        #expect(Self.written(reading) == ["b"])
        #expect(
            reading.messages == ["gyms.csv:2: part_of: `a` is a part of itself, expected another facility"]
        )
        #expect(reading.document.usableCount == 1)
    }

    @Test(
        "facilities that lead back to themselves are refused, each at its row",
        arguments: [
            (
                ["a,b", "b,a", "c,", "d,c"], ["c", "d<c"],
                [
                    "2: part_of: `a` is a part of itself by way of `b`, expected none that leads back to it",
                    "3: part_of: `b` is a part of itself by way of `a`, expected none that leads back to it",
                ]
            ),
            (
                ["c,a", "x,", "a,b", "b,c"], ["x"],
                [
                    "2: part_of: `c` is a part of itself by way of `a`, `b`, expected none that leads back to it",
                    "4: part_of: `a` is a part of itself by way of `b`, `c`, expected none that leads back to it",
                    "5: part_of: `b` is a part of itself by way of `c`, `a`, expected none that leads back to it",
                ]
            ),
            // One that leads into the circle is not in it, and its whole is gone.
            (
                ["x,a", "a,b", "b,a"], ["x"],
                [
                    "2: part_of: warning: there is no facility `a`, expected the id of one of this file or of a stored "
                        + "one; `x` is a part of none",
                    "3: part_of: `a` is a part of itself by way of `b`, expected none that leads back to it",
                    "4: part_of: `b` is a part of itself by way of `a`, expected none that leads back to it",
                ]
            ),
        ] as [([String], [String], [String])]
    )
    func circles(rows: [String], expected: [String], messages: [String]) throws {
        let lines = rows.map { row in
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            return "\(cells[0]),5,5,\(cells[1])\n"
        }
        let reading = try FacilityReading("id,lat,lon,part_of\n" + lines.joined())
        #expect(Self.written(reading) == expected)
        #expect(reading.messages == messages.map { "gyms.csv:" + $0 })
        #expect(reading.document.usableCount == expected.count)
        #expect(reading.document.recordCount == rows.count)
    }

    @Test("a long circle is named up to eight of its facilities")
    func longCircle() throws {
        let rows = (0..<12).map { "f\($0),5,5,f\(($0 + 1) % 12)\n" }.joined()
        let reading = try FacilityReading("id,lat,lon,part_of\n" + rows)
        #expect(reading.count("part_of_itself") == 12)
        #expect(
            reading.messages.first
                == "gyms.csv:2: part_of: `f0` is a part of itself by way of `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7`, `f8` "
                + "and 3 more, expected none that leads back to it"
        )
    }

    @Test("a circle by way of stored facilities is refused, and also one that the refusal makes")
    func storedCircle() throws {
        let stored = [try Self.facility("b", partOf: "a"), try Self.facility("a")]
        let reading = try FacilityReading("id,part_of\na,b\n", stored: stored)
        #expect(Self.written(reading).isEmpty)
        #expect(reading.remarks == ["part_of_itself:2", "no_coordinate_column:1"])
        // In the file a and c lead to each other; as it is stored, a leads to b, and b in the file to a.
        let others = [try Self.facility("a", partOf: "b"), try Self.facility("b"), try Self.facility("c")]
        let both = try FacilityReading("id,part_of\na,c\nc,a\nb,a\n", stored: others)
        #expect(Self.written(both).isEmpty)
        #expect(both.count("part_of_itself") == 3)
        // What the file turns round is no circle.
        let turned = try FacilityReading("id,part_of\na,b\nb,-\n", stored: stored)
        #expect(Self.written(turned) == ["a<b", "b"])
        #expect(turned.remarks == ["no_coordinate_column:1"])
    }

    @Test("of a repeated id only the last row leads anywhere")
    func repeated() throws {
        let reading = try FacilityReading(header: "id,lat,lon,part_of", "a,5,5,b", "b,5,5,a", "a,5,5,")
        #expect(Self.written(reading) == ["b<a", "a"])
        #expect(reading.remarks == ["repeated_id:4"])
    }

    @Test("all rows of a refused facility count as refused")
    func members() throws {
        let reading = try FacilityReading(
            header: "id,lat,lon,part_of,member_id",
            "a,5,5,b,m1",
            "a,5,5,b,m2",
            "b,5,5,a,m1",
            "c,5,5,,m1"
        )
        #expect(Self.written(reading) == ["c"])
        #expect(reading.document.usableCount == 1)
        #expect(try ["a", "b", "c"].map { reading.document.isRefused(try FacilityID($0)) } == [true, true, false])
    }

    @Test("a file without the column or the id keeps what is stored, and a hyphen clears it")
    func partial() throws {
        let stored = [try Self.facility("mall"), try Self.facility("clinic", partOf: "mall")]
        for text in ["id,name\nclinic,A\n", "id,name,part_of\nclinic,A,\n", "id,name,part_of\nclinic,A,NA\n"] {
            let reading = try FacilityReading(text, stored: stored)
            #expect(Self.written(reading) == ["clinic<mall"])
            #expect(reading.rows.first?.kept.contains(.partOf) == true)
            #expect(reading.remarks == ["no_coordinate_column:1"])
        }
        let cleared = try FacilityReading("id,part_of\nclinic,-\n", stored: stored)
        #expect(Self.written(cleared) == ["clinic"])
        #expect(cleared.rows.first?.kept == .position)
    }

    @Test("the features of a GeoJSON list are named by their numbers")
    func features() throws {
        let features = [("a", "b"), ("b", "a"), ("c", "d")].map { id, whole in
            #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[5,5]},"#
                + #""properties":{"stays":"long","part_of":"\#(whole)"}}"#
        }
        let reading = try FacilityReading(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        )
        #expect(Self.written(reading) == ["c"])
        #expect(reading.rows.map(\.facility.stays) == [.long, .long, .long])
        #expect(
            reading.messages == [
                "gyms.csv:1: part_of: feature 1: `a` is a part of itself by way of `b`, expected none that leads back to it",
                "gyms.csv:1: part_of: feature 2: `b` is a part of itself by way of `a`, expected none that leads back to it",
                "gyms.csv:1: part_of: warning: feature 3: there is no facility `d`, expected the id of one of this file or "
                    + "of a stored one; `c` is a part of none",
            ]
        )
    }
}
