import GeofenceEngine
import Testing
import VisitModel

@Suite("The phones of a member at different places")
struct PhonesApartTests {
    /// The visits of several phones' steps, in lines.
    private static func visits(_ phones: [String: [Step]]) throws -> [Visit] {
        let fences = [try Ground.circle("office", key: 1), try Ground.circle("gym", key: 2, east: 2000)]
        let stays = try phones.sorted { $0.key < $1.key }.flatMap { name, steps in
            try EngineRun(fences, steps).stays.map { stay in
                DeviceStay(
                    stay,
                    in: stay.key == fences[0].key ? fences[0] : fences[1],
                    of: try DeviceID(name),
                    ownVisit: try VisitID("\(name)-\(stay.id.rawValue)"),
                    knownVisit: nil
                )
            }
        }
        let resolver = VisitResolver(member: try MemberID("ann"), policy: .standard)
        let visits = resolver.resolve(stays).map(\.visit)
        #expect(resolver.resolve(stays.reversed()).map(\.visit) == visits)
        return visits
    }

    /// Fixes every five minutes round a spot.
    private static func rest(from start: Double, through end: Double, east: Double) -> [Step] {
        stride(from: start, through: end, by: 5).map { minute in
            Step(minute * 60, east: east + (minute.truncatingRemainder(dividingBy: 10) == 0 ? 7 : -7), accuracy: 12)
        }
    }

    private static let arrival = [Step(-1200, east: -4000), Step(-600, east: -2000)]
    private static let home = [Step(36_600, east: -2000), Step(37_200, east: -4000), Step(37_800, east: -4000)]

    @Test("the watch that came to the gym was with the member, and not the phone that lay in the office")
    func watch() throws {
        let phone = Self.arrival + Self.rest(from: 0, through: 600, east: 0) + Self.home
        let watch =
            Self.arrival + Self.rest(from: 0, through: 230, east: 0)
            + [Step(14_100, east: 600), Step(14_400, east: 1200)] + Self.rest(from: 250, through: 310, east: 2000)
            + [Step(18_900, east: 1200), Step(19_200, east: 600)] + Self.rest(from: 330, through: 600, east: 0)
            + Self.home
        let visits = try Self.visits(["phone": phone, "watch": watch])
        let counted = visits.filter(\.isCounted)
        #expect(counted.map(\.facility.text) == ["office", "gym"])
        let (office, gym) = (try #require(counted.first), try #require(counted.last))
        #expect(office.exitedAt == gym.enteredAt)
        #expect(gym.doubts.contains(.twoPlacesAtOnce))
    }

    @Test("a phone that lay in an office all day, where the member was not before, takes no visit from the watch")
    func phoneLeftAtOnce() throws {
        let phone =
            Self.arrival + Self.rest(from: 0, through: 120, east: 0) + [
                Step(7800, east: -2000), Step(8400, east: -4000), Step(9000, east: -4000),
            ]
        let watch =
            [Step(-600, east: 5000), Step(-60, east: 3000)] + Self.rest(from: 5, through: 100, east: 2000) + [
                Step(6300, east: 3000), Step(6600, east: 5000), Step(7200, east: 5000),
            ]
        let visits = try Self.visits(["phone": phone, "watch": watch])
        #expect(visits.map { "\($0.facility) \($0.verdict.rawValue)" } == ["office ambiguous", "gym counted"])
        #expect(visits.allSatisfy { $0.doubts.contains(.twoPlacesAtOnce) })
    }

    @Test("the visit of a phone that still lies in the office is over when the watch is at the gym")
    func stillInTheOffice() throws {
        let phone = Self.arrival + Self.rest(from: 0, through: 400, east: 0)
        let watch =
            [Step(14_100, east: 5000), Step(14_400, east: 3000)] + Self.rest(from: 250, through: 310, east: 2000)
            + [Step(18_900, east: 3000), Step(19_200, east: 5000), Step(19_800, east: 5000)]
        let visits = try Self.visits(["phone": phone, "watch": watch])
        #expect(visits.map { "\($0.facility) \($0.verdict.rawValue)" } == ["office counted", "gym counted"])
        #expect(visits.first?.status == .timedOut)
        #expect(visits.first?.exitedAt == visits.last?.enteredAt)
        #expect(visits.first?.assessment?.exitedBetween == visits.last?.assessment?.enteredBetween)
    }

    @Test("a day in the office counts from when the watch came back, where the phone lay there alone before")
    func backInTheOffice() throws {
        let phone = Self.arrival + Self.rest(from: 0, through: 600, east: 0) + Self.home
        let watch =
            [Step(-1200, east: 8000), Step(-600, east: 6000)] + Self.rest(from: 5, through: 60, east: 2000)
            + [Step(3900, east: 1200), Step(4200, east: 600)] + Self.rest(from: 75, through: 600, east: 0) + Self.home
        let visits = try Self.visits(["phone": phone, "watch": watch])
        let counted = visits.filter(\.isCounted)
        #expect(counted.map(\.facility.text) == ["gym", "office"])
        let office = try #require(counted.last)
        #expect((4200...4500).contains(Ground.noon.seconds(to: office.enteredAt)))
        #expect(office.dwelledAt == office.enteredAt.advanced(bySeconds: 600))
    }

    @Test("the open visit of an old phone ends where the one of the new phone begins, if they overlap")
    func overlapping() throws {
        let old = Self.arrival + Self.rest(from: 0, through: 40, east: 0)
        let new =
            [Step(1500, east: 5000), Step(1800, east: 3000)] + Self.rest(from: 35, through: 95, east: 2000)
            + [Step(6000, east: 3000), Step(6300, east: 5000), Step(6900, east: 5000)]
        let counted = try Self.visits(["old": old, "new": new]).filter(\.isCounted)
        #expect(counted.map(\.facility.text) == ["office", "gym"])
        #expect(try #require(counted.first?.exitedAt) <= #require(counted.last?.enteredAt))
    }

    @Test("where another phone sees the member leave, the exit lies between its fixes")
    func seenByTheOther() throws {
        let silent = Self.arrival + Self.rest(from: 0, through: 60, east: 0)
        let other =
            [Step(-1200, east: -4000), Step(-600, east: -2000)] + Self.rest(from: 5, through: 90, east: 0)
            + [Step(5700, east: -2000), Step(6300, east: -4000), Step(6900, east: -4000)]
        let visit = try #require(try Self.visits(["a": silent, "b": other]).first)
        let bounds = try #require(visit.assessment?.exitedBetween)
        #expect(bounds.lowerBound > Ground.noon.advanced(bySeconds: 4200))
        #expect(bounds.upperBound <= Ground.noon.advanced(bySeconds: 5700))
    }

    @Test("the visit of a phone that was given away ends before the next one of the member's new phone")
    func givenAway() throws {
        let old = Self.arrival + Self.rest(from: 0, through: 40, east: 0)
        let new =
            [Step(86_000, east: 5000), Step(86_300, east: 3000)] + Self.rest(from: 1440, through: 1500, east: 2000)
            + [Step(90_300, east: 3000), Step(90_600, east: 5000), Step(91_200, east: 5000)]
        #expect(try Self.visits(["old": old]).map(\.status) == [.open])
        let visits = try Self.visits(["old": old, "new": new])
        #expect(visits.map(\.status) == [.timedOut, .closed])
        #expect(visits.map(\.verdict) == [.counted, .counted])
        let first = try #require(visits.first)
        #expect(first.exitedAt == Ground.noon.advanced(bySeconds: 2400))
        #expect(first.assessment?.exitedBetween?.upperBound == Ground.noon.advanced(bySeconds: 2400 + 4 * 3600))
    }

    @Test("it stays open while the new phone is nowhere else for long enough to count")
    func stillOpen() throws {
        let old = Self.arrival + Self.rest(from: 0, through: 40, east: 0)
        let new =
            [Step(86_000, east: 5000), Step(86_300, east: 3000)] + Self.rest(from: 1440, through: 1445, east: 2000)
            + [Step(86_760, east: 3000), Step(87_000, east: 5000), Step(87_600, east: 5000)]
        #expect(try Self.visits(["old": old, "new": new]).map(\.status) == [.open, .closed])
    }
}
