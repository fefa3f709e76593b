import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Where a phone really is")
struct MovementTests {
    @Test("it goes evenly from place to place, and rests before and after")
    func even() throws {
        let movement = try PhoneScene.movement()
        let (home, gym) = (try PhoneScene.place(east: 0), try PhoneScene.place(east: 3000))
        #expect(movement.truth(at: PhoneScene.minute(-10)).coordinate == home)
        let half = movement.truth(at: PhoneScene.minute(62.5))
        #expect(abs(half.coordinate.distance(to: home) - 1500) < 2)
        #expect(abs(half.speedMetersPerSecond - 10) < 0.1)
        #expect(half.activity == .inVehicle)
        #expect(!movement.truth(at: PhoneScene.minute(90)).isMoving)
        #expect(movement.truth(at: PhoneScene.minute(90)).coordinate.distance(to: gym) < 0.01)
        #expect(movement.truth(at: PhoneScene.minute(999)).coordinate == home)
    }

    @Test("its next change is the next place's time")
    func changes() throws {
        let movement = try PhoneScene.movement()
        #expect(movement.nextChange(after: PhoneScene.minute(-1)) == PhoneScene.start)
        #expect(movement.nextChange(after: PhoneScene.start) == PhoneScene.minute(60))
        #expect(movement.nextChange(after: PhoneScene.minute(61)) == PhoneScene.minute(65))
        #expect(movement.nextChange(after: PhoneScene.minute(125)) == nil)
    }

    @Test("it goes the short way over the antimeridian")
    func antimeridian() throws {
        let movement = try Movement([
            Movement.Waypoint(time: PhoneScene.start, coordinate: try Coordinate(latitude: 0, longitude: 179.99)),
            Movement.Waypoint(time: PhoneScene.minute(10), coordinate: try Coordinate(latitude: 0, longitude: -179.99)),
        ])
        #expect(abs(abs(movement.truth(at: PhoneScene.minute(5)).coordinate.longitude) - 180) < 1e-6)
    }

    @Test("a chain without a place, or back in time, is refused")
    func refused() throws {
        let home = try PhoneScene.place(east: 0)
        #expect(throws: SimulatorError.self) { try Movement([]) }
        let error = #expect(throws: SimulatorError.self) {
            try Movement([
                Movement.Waypoint(time: PhoneScene.minute(1), coordinate: home),
                Movement.Waypoint(time: PhoneScene.minute(1), coordinate: home),
            ])
        }
        #expect(error?.code == .movement)
    }

    @Test("metres east and north are metres", arguments: [(45.0, -93.0), (0.0, 0.0), (-70.0, 179.999)])
    func meters(latitude: Double, longitude: Double) throws {
        let start = try Coordinate(latitude: latitude, longitude: longitude)
        for (east, north) in [(100.0, 0.0), (0.0, 100.0), (-300.0, 400.0)] {
            let distance = start.distance(to: start.moved(eastMeters: east, northMeters: north))
            #expect(abs(distance - (east * east + north * north).squareRoot()) < 0.05)
        }
    }
}
