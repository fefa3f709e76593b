import Testing
import VisitModel

@testable import VisitPipeline

@Suite("The work queue, by member")
struct WorkQueueTests {
    private func job(_ member: String, fixes: Int = 0) throws -> LiveJob {
        LiveJob(try MemberID(member), .exclusive { {} }, fixCount: fixes, receivedAt: Timestamp(milliseconds: 0))
    }

    @Test("A member's next job waits until the one before is written; other members do not")
    func oneAtATime() throws {
        var queue = WorkQueue(fixLimit: 100, jobLimit: 100)
        for member in ["a", "a", "b"] { try queue.add(job(member)) }
        let (first, second, third) = (queue.next(), queue.next(), queue.next())
        #expect([first, second, third].map { $0?.member.text } == ["a", "b", nil])
        if let first { queue.finish(first) }
        #expect(queue.next()?.member.text == "a")
    }

    @Test("Members take turns")
    func turns() throws {
        var queue = WorkQueue(fixLimit: 100, jobLimit: 100)
        for member in ["a", "a", "a", "b"] { try queue.add(job(member)) }
        var order: [String] = []
        while let job = queue.next() {
            order.append(job.member.text)
            queue.finish(job)
        }
        #expect(order == ["a", "b", "a", "a"])
        #expect(queue.isIdle)
    }

    @Test("A request larger than the whole room is accepted when there is nothing else")
    func room() throws {
        var queue = WorkQueue(fixLimit: 10, jobLimit: 2)
        #expect(queue.hasRoom(forFixes: 50))
        let large = try job("a", fixes: 8)
        queue.add(large)
        #expect(queue.fixCount == 8)
        #expect(queue.hasRoom(forFixes: 2))
        #expect(!queue.hasRoom(forFixes: 3))
        try queue.add(job("b"))
        #expect(!queue.hasRoom(forFixes: 0), "as many jobs as may wait")
        if let next = queue.next() { queue.finish(next) }
        #expect(queue.fixCount == 0)
    }

    @Test("Reserved room is occupied until it is released")
    func reserved() {
        var queue = WorkQueue(fixLimit: 10, jobLimit: 2)
        queue.reserve(9)
        #expect(!queue.hasRoom(forFixes: 2))
        #expect(queue.isIdle, "nothing waits to be done")
        queue.release(9)
        #expect(queue.hasRoom(forFixes: 2))
    }
}
