import Interchange
import Testing
import VisitModel

@Suite("Rows that contradict each other")
struct FacilityChecksTests {
    @Test("the last row of an id wins, and the others are reported")
    func repeatedID() throws {
        let reading = try FacilityReading(header: "id,lat,lon", "a,1,1", "b,2,2", "a,3,3", "a,4,4")
        #expect(reading.rows.filter { reading.document.isLast($0) }.map(\.line) == [3, 5])
        #expect(
            reading.messages == [
                "gyms.csv:4: id: warning: `a` was already on line 2, expected once; the last row counts",
                "gyms.csv:5: id: warning: `a` was already on line 4, expected once; the last row counts",
            ]
        )
        #expect(reading.document.distinctFacilities == 2)
    }

    @Test("a facility in a row for each of its members is not a duplicate")
    func members() throws {
        let reading = try FacilityReading(
            header: "id,name,lat,lon,member_id",
            "a,Gym,1,1,m1",
            "a,Gym,1,1,m2",
            "a,Gym,1,1,m1",
            "a,Gym,1,9,m3"
        )
        #expect(reading.remarks == ["repeated_id:4", "twin:4", "repeated_id:5"])
        #expect(reading.rows.compactMap(\.member?.text) == ["m1", "m2", "m1", "m3"])
    }

    @Test("twins have the same name, in any case, at the same point; places without a name have none")
    func twins() throws {
        let reading = try FacilityReading(
            header: "id,name,lat,lon",
            "1,Iron Gym,1.5,1",
            "2,IRON GYM,1.50,1.0",
            "3,Iron Gym,1.5,1.000001",
            "4,,2,2",
            "5,,2,2",
            "6,Café,3,3",
            "7,CAFÉ,3,3"
        )
        #expect(reading.remarks == ["twin:3", "twin:8"])
        #expect(reading.messages.first?.contains("line 2") == true)
    }

    /// Rows of thirty gyms in and around a city, and further rows.
    private func rows(state: String = "WI", _ others: String...) -> String {
        var lines = ["id,city,state,lat,lon"]
        for index in 0..<30 {
            lines.append("\(index),Milwaukee,\(state),\(43 + Double(index % 6) / 10),\(-88 - Double(index % 5) / 10)")
        }
        return (lines + others).joined(separator: "\n")
    }

    @Test(
        "a slip is named",
        arguments: [
            ("-87.9,43.0", "swapped"), ("43.0,87.9", "sign of the longitude"), ("-43.0,-87.9", "sign of the latitude"),
        ]
    )
    func slips(point: String, hint: String) throws {
        let reading = try FacilityReading(rows("x,Milwaukee,WI,\(point)"))
        #expect(reading.remarks == ["far_coordinate:32"])
        #expect(reading.messages.first?.contains(hint) == true)
        #expect(reading.rows.count == 31)
    }

    @Test("several rows with the same error do not hide each other")
    func severalSlips() throws {
        let reading = try FacilityReading(rows("x,Racine,WI,-87.9,43.0", "y,Racine,WI,-87.91,43.01"))
        #expect(reading.remarks == ["far_coordinate:32", "far_coordinate:33"])
    }

    @Test(
        "a point far from its state or city is reported",
        arguments: ["x,Madison,WI,33.6,-112.1", "x,Milwaukee,WI,45.5,-90.5"]
    )
    func farAway(row: String) throws {
        let reading = try FacilityReading(rows(row))
        #expect(reading.remarks == ["far_coordinate:32"])
    }

    @Test(
        "a point with neighbours, of another state, or in a small region is left alone",
        arguments: [
            ["x,Superior,WI,46.7,-92.1"], ["x,Tempe,AZ,33.4,-111.9"],
            ["x,Guam,WI,13.4,144.8", "y,Guam,WI,13.5,144.7", "z,Guam,WI,13.4,144.9"],
        ]
    )
    func notFar(others: [String]) throws {
        let text = rows() + "\n" + others.joined(separator: "\n")
        #expect(try FacilityReading(text).remarks.isEmpty)
    }

    @Test("facilities on both sides of the antimeridian give no remark")
    func antimeridian() throws {
        let lines = (0..<20).map { "\($0),FJ,-17.\($0),\($0 % 2 == 0 ? 179.9 : -179.9)" }
        let reading = try FacilityReading((["id,country,lat,lon"] + lines).joined(separator: "\n"))
        #expect(reading.remarks.isEmpty)
    }

    @Test("counties of the same name do not form a region")
    func counties() throws {
        let text = rows(state: "WASHINGTON", "x,Elsewhere,WASHINGTON,33.6,-112.1")
            .replacing("id,city,state", with: "id,city,county")
        #expect(try FacilityReading(text).remarks.isEmpty)
    }
}
