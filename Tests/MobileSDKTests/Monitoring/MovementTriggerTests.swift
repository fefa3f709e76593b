import PhoneOS
import Testing
import VisitModel

@testable import MobileSDK

@Suite("The movement trigger's circle")
struct MovementTriggerTests {
    private func fix(_ seconds: Double = 0, east: Double = 0, accuracy: Double? = 10) throws -> Fix {
        Fix(
            time: Timestamp(milliseconds: 1_710_741_600_000).advanced(bySeconds: seconds),
            coordinate: try Coordinate(latitude: 45, longitude: -93 + east / 78_847),
            horizontalAccuracy: accuracy
        )
    }

    @Test(
        "is half as wide as it is to the farthest edge, within its bounds and the phone's",
        arguments: [
            (2000.0, nil, 1000.0), (20_000, nil, 5000), (20_000, 1000, 1000), (150, nil, 100), (-40, nil, 100),
            (nil, nil, 3000), (nil, 1000, 1000), (600, 1000, 300),
        ] as [(Double?, Double?, Double)]
    )
    func radius(edge: Double?, largest: Double?, radius: Double) throws {
        var trigger = MovementTrigger()
        #expect(trigger.circle(farthestEdgeMeters: edge, largestRadiusMeters: largest) == nil)
        trigger.update(try fix())
        let circle = trigger.circle(farthestEdgeMeters: edge, largestRadiusMeters: largest)
        #expect(circle == MovementTrigger.Circle(center: try fix().coordinate, radiusMeters: radius))
    }

    @Test(
        "is laid round a good fix only",
        arguments: [(10.0, true), (100, true), (101, false), (nil, true)] as [(Double?, Bool)]
    )
    func goodFix(accuracy: Double?, isGood: Bool) throws {
        var trigger = MovementTrigger()
        trigger.update(try fix(accuracy: accuracy))
        #expect(trigger.canBePlaced(beside: 3) == isGood)
        #expect((trigger.anchor != nil) == isGood)
    }

    private func placed() throws -> MovementTrigger {
        var trigger = MovementTrigger()
        trigger.update(try fix())
        let circle = try #require(trigger.circle(farthestEdgeMeters: 1000, largestRadiusMeters: nil))
        trigger.wasPlaced(circle)
        return trigger
    }

    @Test("stays where it is while fixes lie within it, and moves to the first that does not")
    func moving() throws {
        var trigger = try placed()
        trigger.update(try fix(10, east: 450))
        #expect(!trigger.isDue)
        trigger.update(try fix(20, east: 550))
        #expect(trigger.canBePlaced(beside: 3))
        #expect(trigger.anchor == (try fix(east: 550).coordinate))
        // An earlier fix does not move it back.
        trigger.update(try fix(15, east: 2000))
        #expect(trigger.anchor == (try fix(east: 550).coordinate))
    }

    @Test("waits for a new fix once it was left")
    func left() throws {
        var trigger = try placed()
        trigger.wasLeft()
        #expect(trigger.isDue)
        #expect(!trigger.canBePlaced(beside: 3))
        trigger.update(try fix(60, east: 100))
        #expect(trigger.canBePlaced(beside: 3))
    }

    @Test("is registered again in its place after a loss, and with fewer places after a refusal")
    func lossAndRefusal() throws {
        var trigger = try placed()
        trigger.wasRefused(beside: 20)
        #expect(trigger.placed == nil)
        #expect(!trigger.canBePlaced(beside: 20))
        #expect(trigger.canBePlaced(beside: 19))
        trigger.wasLost()
        #expect(trigger.canBePlaced(beside: 20))
        var stored = MovementTrigger(placed: try #require(try placed().placed))
        #expect(!stored.isDue)
        stored.wasLost()
        #expect(stored.canBePlaced(beside: 20))
        stored = MovementTrigger(placed: try #require(try placed().placed))
        stored.placesChanged()
        #expect(stored.canBePlaced(beside: 20))
    }

    @Test("after a transition one more fix is requested, and later until one comes a minute after the first")
    func followUp() throws {
        var followUp = FixFollowUp()
        #expect(!followUp.process(try fix()))
        followUp.begin()
        #expect(followUp.isPending)
        #expect(followUp.process(try fix(5)))
        #expect(!followUp.process(try fix(11)))
        #expect(followUp.isPending)
        #expect(!followUp.process(try fix(65)))
        #expect(!followUp.isPending)
        followUp.begin()
        #expect(followUp.process(try fix(170)))
        #expect(followUp.isPending)
    }
}
