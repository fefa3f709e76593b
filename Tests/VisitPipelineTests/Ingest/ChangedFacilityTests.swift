import GeofenceEngine
import Interchange
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Facilities that change during a visit")
struct ChangedFacilityTests {
    /// A stay at the first place, which moves 800 m away at minute 25.5 while the phone stays.
    private static func track() throws -> Journey {
        var journey = try Journey()
        try journey.stay(0...9, east: -500)
        try journey.stay(10...60, east: 5)
        try journey.stay(61...70, east: 300)
        try journey.stay(71...100, east: 800)
        try journey.stay(101...110, east: 300)
        return journey
    }

    @Test(
        "a place that moves ends the visit at its last proof, and is judged where it is now",
        arguments: [1, 10, 1000]
    )
    func moved(batchSize: Int) throws {
        let world = try SmallWorld(places: 1)
        try world.setFacilities([try SmallWorld.place(0, eastMeters: 800)], from: SmallWorld.minute(25.5))
        try world.ingest(try Self.track().fixes, batchSize: batchSize)
        let visits = try world.visits()
        #expect(visits.map(\.enteredAt) == [SmallWorld.minute(10), SmallWorld.minute(71)])
        #expect(visits.map(\.exitedAt) == [SmallWorld.minute(25), SmallWorld.minute(100)])
        #expect(visits.map(\.status) == [.closed, .closed])
        #expect(visits.map { $0.doubts.contains(.facilityChanged) } == [true, false])
    }

    @Test("a place that is retired ends the visit at its last proof, and is not monitored again")
    func retired() throws {
        let world = try SmallWorld(places: 2, apart: 5000)
        try world.setFacilities(
            [try SmallWorld.place(1, eastMeters: 5000)],
            from: SmallWorld.minute(25.5),
            replace: true
        )
        try world.ingest(try Self.track().fixes, batchSize: 10)
        let visits = try world.visits()
        #expect(visits.map(\.exitedAt) == [SmallWorld.minute(25)])
        #expect(try world.pipeline().registrations(of: try DeviceID("phone")) == [try SmallWorld.placeID(1)])
    }

    @Test("a place that moved between two deliveries is evaluated by the fence of the day", arguments: [false, true])
    func movedMeanwhile(inOrder: Bool) throws {
        let world = try SmallWorld(places: 1)
        var journey = try Self.track()
        let late = journey.cut(15...20)
        let early = journey.cut(0...22)
        if inOrder {
            try world.ingest(early + late)
        } else {
            try world.ingest(early)
        }
        try world.setFacilities([try SmallWorld.place(0, eastMeters: 800)], from: SmallWorld.minute(25.5))
        try world.ingest(journey.fixes)
        if !inOrder { try world.ingest(late) }
        let visits = try world.visits(includesWithdrawn: true)
        #expect(visits.map(\.enteredAt) == [SmallWorld.minute(10), SmallWorld.minute(71)])
        #expect(visits.map(\.exitedAt) == [SmallWorld.minute(25), SmallWorld.minute(100)])
    }

    @Test("a new name or dwell threshold ends no visit")
    func renamed() throws {
        let world = try SmallWorld(places: 1)
        var facility = try SmallWorld.place(0, eastMeters: 0)
        facility.name = "Under another name"
        facility.dwellThreshold = try DwellThreshold(seconds: 300)
        try world.setFacilities([facility], from: SmallWorld.minute(25.5))
        try world.ingest(try Journey.visitOfFirstPlace().fixes, batchSize: 10)
        let visits = try world.visits()
        #expect(visits.map(\.exitedAt) == [SmallWorld.minute(40)])
        #expect(visits.map(\.dwelledAt) == [SmallWorld.minute(20)])
    }
}
