import Foundation
import Interchange
import Testing
import VisitModel

@Suite("Circles that typical accuracy can't hold")
struct SmallCircleTests {
    /// The share of fixes at a circle's centre that lie outside, where errors are normal and alike in all directions.
    private func shareOutside(radius: Double, accuracy: Double) -> Double {
        let sigma = accuracy / (-2 * log(1 - 0.68)).squareRoot()
        return exp(-radius * radius / (2 * sigma * sigma))
    }

    @Test("half of the fixes of 45 m lie outside a circle of the threshold, to a percent")
    func derivation() {
        #expect((shareOutside(radius: 35, accuracy: 45) * 100).rounded() == 50)
    }

    @Test(
        "one circle is named with its radius and the share of fixes outside",
        arguments: [(34.9, "34.9 m", 50), (30, "30 m", 60), (20, "20 m", 80), (12.5, "12.5 m", 92), (1, "1 m", 100)]
    )
    func oneCircle(radius: Double, text: String, percent: Int) throws {
        let reading = try FacilityReading(header: "id,lat,lon,Radius", "a,5,5,150", "b,6,6,\(radius)")
        #expect(Int((shareOutside(radius: radius, accuracy: 45) * 100).rounded()) == percent)
        #expect(
            reading.messages == [
                "gyms.csv:3: Radius: warning: a radius of \(text) is too small for typical accuracy: of the fixes taken at "
                    + "the centre of its circle with an accuracy of 45 m (68 %, common indoors) \(percent) % lie outside, "
                    + "expected at least 35 m, where half of them do, and better 100 m"
            ]
        )
        #expect(reading.rows.map(\.line) == [2, 3])
    }

    @Test("many circles are one warning, with their number, the first lines and the smallest")
    func manyCircles() throws {
        let rows = (0..<40).map { index in
            let radius = index.isMultiple(of: 2) ? 150 : 50 - index
            return "\(index),5.\(index + 10),5,\(radius)"
        }
        let reading = try FacilityReading((["id,lat,lon,radius_m"] + rows).joined(separator: "\n"))
        #expect(reading.count("small_radius") == 1)
        let message = """
            gyms.csv:19: radius_m: warning: 12 circles are too small for typical accuracy, the first on lines 19, 21, 23, 25 \
            and 27: of the fixes taken at the centre of the smallest (11 m) with an accuracy of 45 m (68 %, common indoors) \
            93 % lie outside, expected at least 35 m, where half of them do, and better 100 m
            """
        #expect(reading.messages.first == message)
        #expect(reading.rows.count == 40)
    }

    @Test(
        "circles of 35 m and more, polygons and rows that can't be used are not warned of",
        arguments: [
            "a,5,5,35,", "a,5,5,,", "a,5,5,20,\"POLYGON((5 5, 5.001 5, 5.001 5.001, 5 5))\"", "a,95,5,20,",
            "a,5,5,0.5,",
        ]
    )
    func noWarning(row: String) throws {
        let reading = try FacilityReading(header: "id,lat,lon,radius_m,boundary", row)
        #expect(reading.count("small_radius") == 0)
    }

    @Test("a facility in a row for each of its members is one circle")
    func members() throws {
        let reading = try FacilityReading(header: "id,name,lat,lon,radius,member_id", "a,A,5,5,20,m1", "a,A,5,5,20,m2")
        #expect(reading.messages.first?.hasPrefix("gyms.csv:2: radius: warning: a radius of 20 m") == true)
        #expect(reading.count("small_radius") == 1)
    }

    @Test("a small default is warned of without a column")
    func smallDefault() throws {
        let defaults = FacilityDefaults(radius: try Radius(meters: 25))
        let reading = try FacilityReading(Array("id,lat,lon\na,5,5\nb,6,6\n".utf8), defaults: defaults)
        let message = try #require(reading.messages.first)
        #expect(message.hasPrefix("gyms.csv:2: warning: 2 circles are too small"))
        #expect(message.contains("the first on lines 2 and 3:"))
    }
}
