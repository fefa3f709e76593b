import Synchronization
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("The memory budget of request bodies")
struct BodyRoomTests {
    private static let limits = BodyBudget.Limits(shortLength: 10, shortBytes: 100, longBodies: 2, waitingOfOne: 2)

    private static func token(_ name: String) throws -> TokenID { try TokenID(name) }

    @Test("Short bodies share the budget, and release it")
    func short() throws {
        let room = BodyBudget(limits: Self.limits)
        try room.reserve(60)
        try room.reserve(40)
        let refusal = #expect(throws: Problem.self) { try room.reserve(1) }
        #expect(refusal?.status == 503)
        #expect(refusal?.retryAfterSeconds != nil)
        room.release(40)
        try room.reserve(30)
    }

    @Test("A token has one long body at a time; another token's does not wait for its others")
    func oneOfAToken() async throws {
        let room = BodyBudget(limits: Self.limits)
        let (ann, bob) = (try Self.token("ann"), try Self.token("bob"))
        try await room.enter(ann)
        let order = Mutex<[String]>([])
        async let second: Void = {
            try await room.enter(ann)
            order.withLock { $0.append("ann again") }
        }()
        while room.waitingCount < 1 { await Task.yield() }
        try await room.enter(bob)
        order.withLock { $0.append("bob") }
        room.leave(bob)
        room.leave(ann)
        try await second
        #expect(order.withLock { $0 } == ["bob", "ann again"])
        room.leave(ann)
    }

    @Test("Too many waiting requests are refused, and a cancelled one releases its place")
    func waiting() async throws {
        let room = BodyBudget(limits: Self.limits)
        let ann = try Self.token("ann")
        try await room.enter(ann)
        let waiting = (0..<2).map { _ in Task { try await room.enter(ann) } }
        while room.waitingCount < 2 { await Task.yield() }
        let refusal = await #expect(throws: Problem.self) { try await room.enter(ann) }
        #expect(refusal?.status == 503)
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].value }
        room.leave(ann)
        try await waiting[1].value
        room.leave(ann)
        #expect(room.waitingCount == 0)
    }
}
