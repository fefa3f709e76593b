import SQLiteStorage
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

/// A world with a counted visit of the first place, and what a person does about visits in it.
struct AddedVisitScene {
    let world: SmallWorld
    let pipeline: VisitPipeline

    init() throws {
        world = try SmallWorld()
        var journey = try Journey()
        try journey.stay(0...10, east: -3_000)
        try journey.stay(20...50, east: 0)
        try journey.stay(60...100, east: -3_000)
        try world.ingest(journey.fixes)
        pipeline = try world.pipeline()
    }

    func add(
        _ minutes: ClosedRange<Double>,
        at place: Int = 1,
        overlap: VisitAddition.Overlap? = nil,
        to world: SmallWorld? = nil
    ) throws -> Visit {
        let stay = try AddedStay(
            member: MemberID("ann"),
            facility: SmallWorld.placeID(place),
            enteredAt: SmallWorld.minute(minutes.lowerBound),
            exitedAt: SmallWorld.minute(minutes.upperBound)
        )
        return try request(.missed(stay), overlap: overlap, to: world).visit
    }

    func move(
        _ visit: VisitID,
        to place: Int,
        overlap: VisitAddition.Overlap? = nil,
        seen: VisitRevision? = nil
    ) throws -> Visit {
        try request(.moved(visit, to: SmallWorld.placeID(place)), overlap: overlap, seen: seen).visit
    }

    func request(
        _ subject: AdditionRequest.Subject,
        overlap: VisitAddition.Overlap? = nil,
        seen: VisitRevision? = nil,
        to other: SmallWorld? = nil
    ) throws -> ReviewedVisit {
        let request = AdditionRequest(
            subject,
            note: "she was there",
            overlap: overlap,
            reviewer: "t1",
            reviewerName: "Ada",
            at: SmallWorld.now,
            seen: seen
        )
        let pipeline = try other?.pipeline() ?? pipeline
        return try pipeline.add(request, to: pipeline.store, recordedFor: nil)
    }

    @discardableResult
    func change(_ visit: VisitID, _ change: VisitReview.Edit.Change) throws -> Visit {
        let edit = VisitReview.Edit(change, reviewer: "t2", at: SmallWorld.now)
        return try world.store.visits.review(visit, edit, publishing: OutboxSettings(.standard, at: SmallWorld.now))
            .visit
    }

    func stored(_ id: VisitID) throws -> Visit { try #require(try world.store.visits.find(id)) }

    func history(_ id: VisitID) throws -> [VisitCorrection] {
        try #require(try world.store.visits.history(of: id)).corrections
    }

    /// The visit of the first place, from minute 20 to about 50.
    func own() throws -> Visit {
        try #require(try world.visits(includesWithdrawn: true).first { $0.evidence != .manual })
    }

    func counted() throws -> [VisitID] { try world.visits().filter(\.isCounted).map(\.id).sorted() }

    func check() throws {
        #expect(try world.store.check().isEmpty)
    }

    /// Adds a visit that counts instead of those of its time.
    func replace(_ minutes: ClosedRange<Double>, at place: Int = 0) throws -> VisitID {
        try add(minutes, at: place, overlap: .decline).id
    }
}
