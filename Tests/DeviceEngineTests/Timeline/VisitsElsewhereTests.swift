import DeviceEngine
import GeofenceEngine
import Testing
import VisitModel

@Suite("A member's visits with other phones")
struct VisitsElsewhereTests {
    private static let start = Timestamp(milliseconds: 1_710_158_400_000)

    private static func day(_ days: Double) -> Timestamp { start.advanced(bySeconds: days * 86_400) }

    private func key(_ number: Int) throws -> FenceKey { try #require(FenceKey(exactly: number)) }

    @Test("a visit counts from three days after its dwell on, and an earlier one always")
    func times() throws {
        let (gym, pool, hall) = (try key(1), try key(2), try key(3))
        var visits = VisitsElsewhere(
            [(gym, Self.day(1)), (pool, Self.day(0)), (gym, Self.day(2))],
            earlier: [hall: 4, pool: 0]
        )
        let own = [gym: 1]
        #expect(visits.added(to: own, at: nil) == [gym: 1, hall: 4])
        #expect(visits.added(to: own, at: Self.day(2.9)) == [gym: 1, hall: 4])
        #expect(visits.added(to: own, at: Self.day(3)) == [gym: 1, pool: 1, hall: 4])
        #expect(visits.added(to: own, at: Self.day(4.5)) == [gym: 2, pool: 1, hall: 4])
        #expect(visits.added(to: own, at: Self.day(9)) == [gym: 3, pool: 1, hall: 4])
        // An earlier time after a later one, and another count of its own.
        #expect(visits.added(to: own, at: Self.day(3)) == [gym: 1, pool: 1, hall: 4])
        #expect(visits.added(to: [gym: 2], at: Self.day(3)) == [gym: 2, pool: 1, hall: 4])
    }

    @Test("without any the own counts are all")
    func none() throws {
        var visits = VisitsElsewhere()
        #expect(visits.added(to: [try key(1): 3], at: Self.day(1)) == [try key(1): 3])
    }
}
