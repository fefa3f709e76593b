import PhoneOS
import Testing
import VisitModel

@testable import MobileSDK

@Suite("Regions that are refused temporarily")
struct RegionRetriesTests {
    private let start = Timestamp(milliseconds: 1_710_741_600_000)
    private func second(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    @Test("are requested again after a minute, and reported once until all were accepted")
    func waits() {
        var retries = RegionRetries()
        #expect(!retries.isWaiting)
        let isNews = retries.wait(from: start)
        #expect(isNews)
        #expect(!retries.areDue(at: second(59)))
        #expect(retries.areDue(at: second(60)))
        retries.begin()
        #expect(!retries.areDue(at: second(60)))
        let isNewsAgain = retries.wait(from: second(60))
        #expect(!isNewsAgain)
        retries.end()
        retries.begin()
        retries.end()
        let isNewsAfterAll = retries.wait(from: second(200))
        #expect(isNewsAfterAll)
    }

    @Test("a removal is remembered for a minute")
    func removals() throws {
        var retries = RegionRetries()
        let (gym, pool) = (try RegionID("gym"), try RegionID("pool"))
        retries.removed([gym], at: start)
        #expect(retries.wasRemovedLately(gym, at: second(59)))
        #expect(!retries.wasRemovedLately(pool, at: second(59)))
        retries.removed([pool], at: second(60))
        #expect(!retries.wasRemovedLately(gym, at: second(60)))
    }
}

@Suite("The names and shapes of facilities' regions")
struct RegionNameTests {
    @Test("a name that Android accepts is the facility's id; a longer one is shortened, and all are distinct")
    func names() throws {
        let short = try FacilityID(String(repeating: "é", count: 100))
        #expect(try RegionID(facility: short).text == short.text)
        let long = try (0..<200).map { try FacilityID(String(repeating: "🏋", count: 60) + "\($0)") }
        let ids = try long.map(RegionID.init(facility:))
        #expect(Set(ids).count == 200)
        #expect(ids.allSatisfy { $0.text.utf16.count <= 100 && $0.mayBeShortened })
    }

    @Test("a region that lies elsewhere or is larger has another digest")
    func shapes() throws {
        func digest(_ latitude: Double, _ radius: Double) throws -> UInt64 {
            let center = try Coordinate(latitude: latitude, longitude: 2)
            return RegionRequest(id: try RegionID("a"), shape: .circle(center: center, radiusMeters: radius))
                .shapeDigest
        }
        #expect(try digest(1, 100) == digest(1, 100))
        #expect(try Set([digest(1, 100), digest(1.000001, 100), digest(1, 101)]).count == 3)
    }
}
