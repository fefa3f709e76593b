import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("The lab's population")
struct LabPopulationTests {
    @Test("the same seed makes the same members, another one others")
    func seeds() throws {
        let (first, again, other) = (
            try LabBench.population(seed: 1), try LabBench.population(seed: 1), try LabBench.population(seed: 2)
        )
        #expect(first.facilities == again.facilities)
        #expect(first.facilities != other.facilities)
        for member in 0..<3 {
            let story = try first.scenario(of: member, on: .ios)
            let same = try again.scenario(of: member, on: .ios)
            #expect(story.movement == same.movement)
            #expect(story.events == same.events)
            #expect(story.list == same.list)
            #expect(story.seed == same.seed)
            #expect(story.movement != (try other.scenario(of: member, on: .ios)).movement)
        }
    }

    @Test("a member's days are the same on either phone; only the phone differs")
    func platforms() throws {
        let population = try LabBench.population()
        for member in 0..<3 {
            let ios = try population.scenario(of: member, on: .ios)
            let android = try population.scenario(of: member, on: .android)
            #expect(ios.movement == android.movement)
            #expect(ios.events == android.events)
            #expect(ios.list == android.list)
            #expect(ios.seed == android.seed)
            #expect(ios.trueStays(until: ios.end) == android.trueStays(until: android.end))
            #expect(ios.phone == PhoneProfile(platform: .ios))
            #expect(android.phone == PhoneProfile(platform: .android))
        }
    }

    @Test("more members and more days leave the earlier ones unchanged")
    func growth() throws {
        let short = try LabBench.population(members: 2, days: 3)
        let long = try LabBench.population(members: 5, days: 9)
        for member in 0..<2 {
            let story = try short.scenario(of: member, on: .ios)
            let longer = try long.scenario(of: member, on: .ios)
            let before = story.movement.waypoints.dropLast()
            #expect(Array(longer.movement.waypoints.prefix(before.count)) == Array(before))
            #expect(story.list == longer.list)
            #expect(longer.events.filter { $0.time < story.end } == story.events.filter { $0.time < story.end })
        }
    }

    @Test(
        "months have visits, stays that are too short, ways past facilities and stays next door",
        arguments: [LabCity.small, .medium]
    )
    func truths(city: LabCity) throws {
        let population = try LabBench.population(members: 12, days: 14, in: city)
        var (visits, short, beside, nextDoor, lists) = (0, 0, 0, 0, 0)
        for member in 0..<12 {
            let story = try population.scenario(of: member, on: .ios)
            let stays = story.trueStays(until: story.end)
            visits += stays.count(where: \.isVisit)
            short += stays.count { !$0.isVisit }
            lists += story.list == nil ? 0 : 1
            let points = story.movement.waypoints
            for (point, next) in zip(points, points.dropFirst()) {
                let rests = point.coordinate == next.coordinate && point.time.seconds(to: next.time) > 300
                let edge = population.facilities.map { $0.geofence.signedDistance(to: point.coordinate) }.min() ?? 1e9
                guard edge > 0 else { continue }
                nextDoor += rests && edge < 70 ? 1 : 0
                beside += !rests && edge < 150 ? 1 : 0
            }
        }
        // 12 members make one to four visits a week: the least that two weeks should have.
        #expect((15...250).contains(visits), "\(visits)")
        #expect(short >= 8, "\(short)")
        #expect(beside >= 20, "\(beside)")
        #expect(nextDoor >= 2, "\(nextDoor)")
        #expect((4...11).contains(lists), "\(lists)")
    }

    @Test(
        "all members are at home at night, and none is faster than a train, also across clock changes",
        arguments: [
            LabBench.monday, CivilDate(year: 2024, month: 3, day: 6) ?? LabBench.monday,
            CivilDate(year: 2024, month: 10, day: 24) ?? LabBench.monday,
        ]
    )
    func nights(first: CivilDate) throws {
        for city in LabCity.allCases {
            let population = try LabBench.population(members: 4, days: 12, from: first, in: city)
            for member in 0..<4 {
                let story = try population.scenario(of: member, on: .android)
                let home = story.movement.truth(at: story.start).coordinate
                for day in 1...12 {
                    let local = Int64(first.daysSince1970 + day) * 86_400_000 + 4 * 3_600_000
                    let night = Timestamp(localMilliseconds: local, in: story.timeZone)
                    let truth = story.movement.truth(at: min(night, story.end))
                    #expect(truth.coordinate.distance(to: home) < 30, "\(city) member \(member + 1), \(night)")
                }
                let points = story.movement.waypoints
                for (point, next) in zip(points, points.dropFirst()) {
                    let meters = point.coordinate.distance(to: next.coordinate)
                    #expect(meters / point.time.seconds(to: next.time) < 26)
                    #expect(meters < 5 || point.activity != nil)
                }
            }
        }
    }

    @Test("a phone's events come in order and are undone, and every kind occurs")
    func happenings() throws {
        let population = try LabBench.population(members: 20, days: 30)
        var kinds: Set<ScenarioEvent> = []
        for member in 0..<20 {
            let story = try population.scenario(of: member, on: .ios)
            let times = story.events.map(\.time)
            #expect(times == times.sorted())
            #expect(story.events.count.isMultiple(of: 2))
            kinds.formUnion(story.events.map(\.event))
            #expect(story.events.count { $0.event == .charger(true) } > 20)
        }
        #expect(
            kinds == [
                .charger(true), .charger(false), .reception(.cells), .reception(.wifi), .reception(.satellites),
                .connectivity(.none), .connectivity(.cellular),
            ]
        )
    }

    @Test("a network has its facilities apart, with their own ids", arguments: LabCity.allCases)
    func network(city: LabCity) throws {
        let facilities = try LabBench.population(in: city).facilities
        #expect(facilities.count == city.facilityCount)
        #expect(Set(facilities.map(\.id)).count == facilities.count)
        for (index, facility) in facilities.enumerated() {
            #expect(facility.timeZone == city.timeZone)
            for other in facilities.dropFirst(index + 1) {
                guard case .circle(let center, let radius) = other.geofence else { continue }
                #expect(facility.geofence.signedDistance(to: center) > radius.meters + 240)
            }
        }
    }

    @Test(
        "numbers that no population has are refused",
        arguments: [(0, 30, "members: 0"), (10_001, 30, "members: 10001"), (1, 0, "days: 0"), (1, 367, "days: 367")]
    )
    func ranges(members: Int, days: Int, text: String) throws {
        let error = #expect(throws: SimulationLabError.self) { try LabBench.population(members: members, days: days) }
        #expect(error?.code == .lab)
        #expect(error?.message.hasPrefix(text) == true)
    }
}
