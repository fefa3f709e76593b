import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel
import WebhookDelivery

@Suite("Changes of a visit's assessment")
struct AssessmentChangeTests {
    @Test("Nothing is sent when only a visit's assessment changed", arguments: [true, false])
    func silent(wasPublished: Bool) throws {
        let world = try SmallWorld()
        var random = SeededGenerator(seed: 4)
        try world.ingest(try Journey.random(hours: 20, using: &random))
        let visits = try world.visits()
        #expect(!visits.isEmpty)
        for before in visits where before.status != .open || wasPublished {
            var after = before
            after.assessment = Visit.Assessment(
                confidence: 0.42,
                provenSeconds: 300,
                bridgedSeconds: 0,
                enteredBetween: before.enteredAt...before.enteredAt,
                exitedBetween: nil
            )
            func published(_ visit: Visit) -> PublishedVisit {
                wasPublished ? .facts(visit.facts, hasExited: visit.status == .closed) : .withheld(visit.status)
            }
            #expect(VisitChange.between(published(before), and: after).isEmpty)
            #expect(VisitChange.between(published(after), and: before).isEmpty)
        }
    }
}
