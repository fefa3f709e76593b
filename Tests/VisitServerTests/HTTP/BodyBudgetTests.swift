import Synchronization
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("The memory budget of request bodies")
struct BodyBudgetTests {
    private static let limits = BodyBudget.Limits(
        shortLength: 10,
        bytes: 120,
        places: 2,
        waitingOfOne: 2,
        patience: .seconds(3_600)
    )

    private static func member(_ name: String) throws -> BodyBudget.Owner { .member(try MemberID(name)) }

    @Test("No owner gets more than it leaves free, so there is always room for another")
    func shares() throws {
        let budget = BodyBudget(limits: Self.limits)
        for (name, most) in [("ann", 60), ("bob", 30), ("cy", 15), ("dee", 8)] {
            let owner = try Self.member(name)
            for _ in 0..<most { try budget.reserve(1, of: owner) }
            let refusal = #expect(throws: Problem.self, "\(name)") { try budget.reserve(1, of: owner) }
            #expect(refusal?.status == 503 && refusal?.retryAfterSeconds != nil)
        }
        budget.release(60, of: try Self.member("ann"))
        try budget.reserve(30, of: try Self.member("bob"))
    }

    @Test("Tokens of one member share, and tokens of no member do not")
    func owners() throws {
        #expect(try Self.member("ann") == .member(MemberID("ann")))
        #expect(try BodyBudget.Owner.token(TokenID("a")) != .token(TokenID("b")))
    }

    @Test("A long body waits for memory until there is some")
    func waitsForMemory() async throws {
        let budget = BodyBudget(limits: Self.limits)
        let ann = try Self.member("ann")
        try budget.reserve(60, of: ann)
        let waiting = Task { try await budget.wait(for: 30, of: ann) }
        while budget.waitingCount < 1 { await Task.yield() }
        budget.release(30, of: ann)
        try await waiting.value
        #expect(budget.waitingCount == 0)
    }

    @Test("A long body for which there is no memory in time is refused, and leaves the line")
    func refusesInTheEnd() async throws {
        var limits = Self.limits
        limits.patience = .zero
        let budget = BodyBudget(limits: limits)
        let ann = try Self.member("ann")
        try budget.reserve(60, of: ann)
        let refusal = await #expect(throws: Problem.self) { try await budget.wait(for: 30, of: ann) }
        #expect(refusal?.status == 503)
        #expect(budget.waitingCount == 0)
    }

    @Test("An owner has one long body evaluated at a time; another owner's does not wait for its others")
    func oneOfAnOwner() async throws {
        let budget = BodyBudget(limits: Self.limits)
        let (ann, bob) = (try Self.member("ann"), try Self.member("bob"))
        try await budget.enter(ann)
        let order = Mutex<[String]>([])
        async let second: Void = {
            try await budget.enter(ann)
            order.withLock { $0.append("ann again") }
        }()
        while budget.waitingCount < 1 { await Task.yield() }
        try await budget.enter(bob)
        order.withLock { $0.append("bob") }
        budget.leave(bob)
        budget.leave(ann)
        try await second
        #expect(order.withLock { $0 } == ["bob", "ann again"])
        budget.leave(ann)
    }

    @Test("Too many waiting requests are refused, and a cancelled one releases its place")
    func waiting() async throws {
        let budget = BodyBudget(limits: Self.limits)
        let ann = try Self.member("ann")
        try await budget.enter(ann)
        let waiting = (0..<2).map { _ in Task { try await budget.enter(ann) } }
        while budget.waitingCount < 2 { await Task.yield() }
        let refusal = await #expect(throws: Problem.self) { try await budget.enter(ann) }
        #expect(refusal?.status == 503)
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].value }
        budget.leave(ann)
        try await waiting[1].value
        budget.leave(ann)
        #expect(budget.waitingCount == 0)
    }
}
