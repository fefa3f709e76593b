import Interchange
import Testing
import VisitModel

@Suite("Ids of rows without one")
struct FacilityIDTests {
    // Worked out once more by a program in another language.
    @Test("the id is the same on every machine")
    func stable() throws {
        let reading = try FacilityReading(header: "name,lat,lon", "Iron Gym,48.85,2.35", "Çelik,-33.5,-70.25")
        #expect(reading.rows.map(\.facility.id.text) == ["auto-b57c6c3d77187997", "auto-6dea2c5dc84610fa"])
        #expect(reading.remarks == ["derived_id:1"])
    }

    @Test("the way a number is written changes nothing")
    func spelling() throws {
        let reading = try FacilityReading(
            header: "id,name,lat,lon",
            ",Gym,48.850,2.35",
            "NA,Gym,4885e-2,+2.35000000001"
        )
        #expect(Set(reading.rows.map(\.facility.id)).count == 1)
    }

    @Test("name and place make the difference")
    func different() throws {
        let reading = try FacilityReading(
            header: "name,lat,lon",
            "Gym,48.85,2.35",
            "Gym2,48.85,2.35",
            "Gym,48.8501,2.35",
            ",48.85,2.35",
            "Gym,2.35,48.85"
        )
        #expect(Set(reading.rows.map(\.facility.id)).count == 5)
    }
}
