import GeofenceEngine
import Testing
import VisitModel

@Suite("Changes of a visit's assessment")
struct AssessmentNewsTests {
    @Test("Nothing is sent when only a visit's assessment changed", arguments: [true, false])
    func silent(wasTold: Bool) throws {
        let world = try SmallWorld()
        var random = SeededGenerator(seed: 4)
        try world.take(try Journey.random(hours: 20, using: &random))
        let visits = try world.visits()
        #expect(!visits.isEmpty)
        for before in visits where before.status != .open || wasTold {
            var after = before
            after.assessment = Visit.Assessment(
                confidence: 0.42,
                provenSeconds: 300,
                bridgedSeconds: 0,
                enteredBetween: before.enteredAt...before.enteredAt,
                exitedBetween: nil
            )
            #expect(VisitChange.between(before, and: after, wasTold: wasTold).isEmpty)
            #expect(VisitChange.between(after, and: before, wasTold: wasTold).isEmpty)
        }
    }
}
