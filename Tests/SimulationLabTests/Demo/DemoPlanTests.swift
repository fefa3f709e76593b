import PhoneSimulator
import Testing
import VisitModel

@testable import SimulationLab

@Suite("What the phones of a demonstration do")
struct DemoPlanTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private static func plan(seed: UInt64, phones count: Int = 3) throws -> DemoPlan {
        let places = try (0..<12).map { number in
            Facility(
                id: try FacilityID("F-\(number)"),
                name: "Place \(number)",
                geofence: .circle(
                    center: try Coordinate(
                        latitude: 39.95 + Double(number % 4) * 0.01,
                        longitude: -75.16 + Double(number) * 0.012
                    ),
                    radius: try Radius(meters: 100)
                )
            )
        }
        let phones = try (0..<count).map { number in
            DemoPlan.Phone(
                device: Device(
                    id: try DeviceID("phone-\(number)"),
                    member: try MemberID("M-\(number)"),
                    platform: number == 1 ? .ios : .android
                ),
                places: Array(places.prefix(number == 0 ? 5 : 12))
            )
        }
        return try DemoPlan(
            phones: phones,
            network: places,
            timeZone: .utc,
            start: start,
            end: start.advanced(bySeconds: 2 * 86_400),
            seed: seed
        )
    }

    @Test("One of three phones is on its way at every moment, and the others rest", arguments: UInt64(1)...20)
    func oneMoves(seed: UInt64) throws {
        let scenarios = try Self.plan(seed: seed).scenarios
        for minute in stride(from: 0.5, to: 2 * 1_440, by: 1) {
            let (from, to) = (
                Self.start.advanced(bySeconds: minute * 60), Self.start.advanced(bySeconds: minute * 60 + 20)
            )
            let moving = scenarios.filter {
                $0.movement.truth(at: from).coordinate.distance(to: $0.movement.truth(at: to).coordinate) > 0.5
            }
            let names = moving.map(\.device.text)
            #expect(names.count == 1, "minute \(minute), seed \(seed)")
        }
    }

    @Test("Each phone stays within places that its member may visit, several times a day", arguments: UInt64(1)...20)
    func visits(seed: UInt64) throws {
        for scenario in try Self.plan(seed: seed).scenarios {
            let stays = scenario.trueStays(until: scenario.end)
            let allowed = Set(scenario.memberPlaces.map(\.id))
            let count = stays.count
            #expect(count >= 20, "seed \(seed)")
            let isAllowed = stays.allSatisfy { allowed.contains($0.facility) }
            #expect(isAllowed, "seed \(seed)")
        }
    }

    @Test("The same seed gives the same plan, and another seed another")
    func seeds() throws {
        func movements(_ seed: UInt64) throws -> [Movement] { try Self.plan(seed: seed).scenarios.map(\.movement) }
        let isSame = try movements(1) == movements(1)
        #expect(isSame)
        let isOther = try movements(1) != movements(2)
        #expect(isOther)
    }

    @Test("A phone whose member may visit nothing is refused")
    func noPlace() throws {
        let device = Device(id: try DeviceID("p"), member: try MemberID("m"), platform: .ios)
        #expect(throws: SimulationLabError(.scenario, "")) {
            _ = try DemoPlan(
                phones: [DemoPlan.Phone(device: device, places: [])],
                network: [],
                timeZone: .utc,
                start: Self.start,
                end: Self.start.advanced(bySeconds: 60),
                seed: 1
            )
        }
    }
}
