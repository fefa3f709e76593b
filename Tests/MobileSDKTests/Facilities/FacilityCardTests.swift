import MobileSDK
import Testing
import VisitModel

@Suite("A facility card in an app")
struct FacilityCardTests {
    private func card(_ address: PostalAddress, distance: Double? = nil) throws -> FacilityCard {
        let facility = Facility(
            id: try FacilityID("gym"),
            name: "Corner Gym",
            address: address,
            geofence: .circle(center: try Coordinate(latitude: 1, longitude: 2), radius: .standard)
        )
        return FacilityCard(facility: facility, visitCount: 3, distanceMeters: distance, isMonitored: true)
    }

    @Test(
        "it has the name and the address in one line, without what is not known",
        arguments: [
            (
                PostalAddress(street: "12 Market St", city: "Philadelphia", state: "PA"),
                "12 Market St, Philadelphia, PA"
            ),
            (PostalAddress(street: "", city: "Philadelphia", state: "PA"), "Philadelphia, PA"),
            (PostalAddress(street: "12 Market St", city: "", state: ""), "12 Market St"),
            (PostalAddress(street: "", city: "", state: ""), ""),
        ]
    )
    func address(address: PostalAddress, line: String) throws {
        let card = try card(address)
        #expect(card.name == "Corner Gym")
        #expect(card.address == line)
        #expect(card.visitCount == 3)
        #expect(card.isMonitored)
    }

    @Test("the distance is 0 inside, and absent if the position is unknown")
    func distance() throws {
        let address = PostalAddress(street: "", city: "", state: "")
        #expect(try card(address, distance: 41.5).distanceMeters == 41.5)
        #expect(try card(address, distance: -80).distanceMeters == 0)
        #expect(try card(address).distanceMeters == nil)
    }
}
