import Testing
import VisitModel

@Suite("Fixes")
struct FixTests {
    @Test("what means unknown is nil", arguments: [0, -1, .nan, .infinity] as [Double])
    func unknown(value: Double) throws {
        let fix = Fix(
            time: Timestamp(milliseconds: 0),
            coordinate: try Coordinate(latitude: 0, longitude: 0),
            horizontalAccuracy: value,
            speed: value == 0 ? -1 : value,
            course: value == 0 ? -1 : value,
            altitude: value.isFinite ? nil : value,
            battery: value == 0 ? -1 : value
        )
        #expect(fix.horizontalAccuracy == nil && fix.speed == nil && fix.course == nil)
        #expect(fix.altitude == nil && fix.battery == nil)
    }

    @Test("a standing phone's zeros are kept")
    func zeros() throws {
        let fix = Fix(
            time: Timestamp(milliseconds: 0),
            coordinate: try Coordinate(latitude: 0, longitude: 0),
            speed: 0,
            course: 0,
            battery: 0
        )
        #expect(fix.speed == 0 && fix.course == 0 && fix.battery == 0)
    }

    @Test("have one order, however they arrive: time, then content")
    func order() throws {
        var fixes: [Fix] = []
        for milliseconds in [0, 1] as [Int64] {
            for latitude in [-1.0, 2] {
                for longitude in [-3.0, 4] {
                    for accuracy in [nil, 5.0, 50] {
                        for activity in [nil, Activity.inVehicle, .still] {
                            for flags in [Fix.Flags(), .mock] {
                                fixes.append(
                                    Fix(
                                        time: Timestamp(milliseconds: milliseconds),
                                        coordinate: try Coordinate(latitude: latitude, longitude: longitude),
                                        horizontalAccuracy: accuracy,
                                        activity: activity,
                                        flags: flags
                                    )
                                )
                            }
                        }
                    }
                }
            }
        }
        #expect(Set(fixes).count == fixes.count)
        for _ in 0..<5 {
            #expect(fixes.shuffled().sorted() == fixes)
        }
        #expect(fixes.allSatisfy { !($0 < $0) })
    }
}
