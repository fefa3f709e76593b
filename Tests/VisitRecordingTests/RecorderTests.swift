import Foundation
import MobileSDK
import PhoneOS
import LongTests
import Testing
import VisitModel
import VisitRecording
import VisitStore

@Suite("Recorders of a phone's reports")
struct RecorderTests {
    private static let start = Timestamp(milliseconds: 1_709_251_200_000)

    /// A row of gyms, 1 km apart from west to east at 45° N.
    private static func gyms(_ count: Int) throws -> [Facility] {
        try (0..<count).map { number in
            Facility(
                id: try FacilityID("gym-\(number)"),
                geofence: .circle(
                    center: try Coordinate(latitude: 45, longitude: -93 + Double(number) * 0.0127),
                    radius: try Radius(meters: 150)
                )
            )
        }
    }

    private static func phone() throws -> Device {
        Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
    }

    /// Fixes of a day between gyms: stays of random length with a fix a minute, and ways between them.
    private static func day(seed: UInt64, gyms: Int) throws -> [Fix] {
        var generator = Generator(state: seed)
        var time = start
        var fixes: [Fix] = []
        for _ in 0..<8 {
            let gym = Double(Int.random(in: 0..<gyms, using: &generator))
            let isInside = Bool.random(using: &generator)
            for _ in 0..<Int.random(in: 3...40, using: &generator) {
                time = time.advanced(bySeconds: 60)
                let noise = Double.random(in: -0.0003...0.0003, using: &generator)
                fixes.append(
                    Fix(
                        time: time,
                        coordinate: try Coordinate(
                            latitude: 45 + (isInside ? 0 : 0.004) + noise,
                            longitude: -93 + gym * 0.0127 + noise
                        ),
                        horizontalAccuracy: Double.random(in: 5...40, using: &generator)
                    )
                )
            }
        }
        return fixes
    }

    /// Reports of the fixes: every third with transitions, at gyms or at an unknown place, and some repeated without.
    private static func reports(
        of fixes: [Fix],
        _ gyms: [Facility],
        seed: UInt64
    ) throws -> [(PhoneReport, Timestamp)] {
        var generator = Generator(state: seed &+ 1000)
        var reports: [(PhoneReport, Timestamp)] = []
        for fix in fixes {
            guard Int.random(in: 0..<3, using: &generator) == 0 else {
                reports.append((.fix(fix), fix.time))
                continue
            }
            let nearest = gyms.min { left, right in
                left.geofence.enclosingCircle.center.distance(to: fix.coordinate)
                    < right.geofence.enclosingCircle.center.distance(to: fix.coordinate)
            }
            let action = try #require(FenceAction.allCases.randomElement(using: &generator))
            var actions = [try #require(nearest).id: action]
            if Bool.random(using: &generator) { actions[gyms[0].id] = .exited }
            if Bool.random(using: &generator) { actions[try FacilityID("nowhere")] = .entered }
            reports.append((.transitions(actions, fix), fix.time))
            if Bool.random(using: &generator) { reports.append((.fix(fix), fix.time)) }
        }
        return reports
    }

    @Test("a fix inside with the system's report of an entry is Entered at once, and without one after a minute")
    func entryAtOnce() throws {
        let gyms = try Self.gyms(2)
        let inside = try [-600.0, 0, 8, 70].map { seconds in
            Fix(
                time: Self.start.advanced(bySeconds: seconds),
                coordinate: try Coordinate(latitude: seconds < 0 ? 45.02 : 45, longitude: -93),
                horizontalAccuracy: 10
            )
        }
        for hasReport in [true, false] {
            let recorder = InMemoryVisitRecorder(device: try Self.phone(), facilities: gyms)
            let counts = try inside.map { fix in
                let isNew = hasReport && fix == inside[1]
                let report: PhoneReport = isNew ? .transitions([gyms[0].id: .entered], fix) : .fix(fix)
                let events = try recorder.record(report, at: fix.time)
                return events.filter { $0.kind.name == "Entered" }.count
            }
            #expect(counts == (hasReport ? [0, 1, 0, 0] : [0, 0, 0, 1]))
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// The ids and kinds of events with the times at which they occurred.
    private static func summary(_ events: [GeofenceEvent]) -> [String] {
        events.map { "\($0.id) \($0.occurredAt.milliseconds) \($0.kind.name) \($0.kind.facility?.text ?? "")" }
    }

    @Test("the recorder in memory gives the events and visits of the one over a database", .long, arguments: 1...12)
    func sameVisits(seed: UInt64) throws {
        let gyms = try Self.gyms(30)
        let store = try VisitStore.temporary()
        _ = try store.facilities.importRows(effectiveFrom: Self.start) { importer in
            for gym in gyms { try importer.upsert(gym) }
        }
        let stored = try PipelineRecorder(store: store, device: Self.phone())
        let inMemory = InMemoryVisitRecorder(device: try Self.phone(), facilities: gyms)
        var reports = try Self.reports(of: try Self.day(seed: seed, gyms: 30), gyms, seed: seed)
        reports.insert((.rebooted, reports[reports.count / 2].1.advanced(bySeconds: 1)), at: reports.count / 2 + 1)
        reports.append((.heartbeat, reports[reports.count - 1].1.advanced(bySeconds: 5)))
        for (report, time) in reports {
            let (one, other) = (try inMemory.record(report, at: time), try stored.record(report, at: time))
            #expect(Self.summary(one) == Self.summary(other), "seed \(seed), \(report)")
            #expect(try inMemory.registered() == stored.registered(), "seed \(seed), \(report)")
        }
        let (month, member) = (try Month(year: 2024, month: 3), try MemberID("ann"))
        let counted = try inMemory.countedVisits(of: member, in: month, at: nil)
        #expect(counted == (try stored.catalog.countedVisits(of: member, in: month, at: nil)), "seed \(seed)")
    }

    @Test("twenty minutes inside are a counted visit, whichever order the fixes come in", arguments: [false, true])
    func visit(isReversed: Bool) throws {
        let gyms = try Self.gyms(2)
        let recorder = InMemoryVisitRecorder(device: try Self.phone(), facilities: gyms)
        var fixes: [Fix] = []
        for minute in 0..<40 {
            let latitude = (10..<30).contains(minute) ? 45 : 45.004
            fixes.append(
                Fix(
                    time: Self.start.advanced(bySeconds: Double(minute) * 60),
                    coordinate: try Coordinate(latitude: latitude, longitude: -93),
                    horizontalAccuracy: 10
                )
            )
        }
        for fix in isReversed ? fixes.reversed() : fixes {
            _ = try recorder.record(.fix(fix), at: Self.start.advanced(bySeconds: 3600))
        }
        let month = try Month(year: 2024, month: 3)
        let activities = Activities(catalog: recorder, member: try MemberID("ann"))
        let visits = try activities.get(month: month.month, year: month.year)
        #expect(visits.map(\.facility.text) == ["gym-0"])
        #expect(try activities.get(month: 4, year: 2024).isEmpty)
    }

    @Test("a recorder opens its database by path and imports a file of facilities")
    func byPath() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("footfall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let csv = folder.appendingPathComponent("gyms.csv")
        try Data("id,name,latitude,longitude,radius\ng1,One,45,-93,150\ng2,Two,45.1,-93,150\n".utf8).write(to: csv)
        let path = folder.appendingPathComponent("phone.sqlite").path
        let recorder = try PipelineRecorder(databasePath: path, device: Self.phone())
        #expect(try recorder.importFacilities(fromCSV: csv.path, effectiveFrom: Self.start) == 2)
        _ = try recorder.record(.listChanged, at: Self.start)
        #expect(try recorder.catalog.facilities(includingRetired: false).map(\.id.text) == ["g1", "g2"])
        let fix = Fix(
            time: Self.start.advanced(bySeconds: 1),
            coordinate: try Coordinate(latitude: 45, longitude: -93),
            horizontalAccuracy: 10
        )
        _ = try recorder.record(.fix(fix), at: fix.time)
        #expect(try recorder.registered().map(\.text) == ["g1", "g2"])
    }

    @Test("a member's list in memory is changed only where there is one")
    func list() throws {
        let recorder = InMemoryVisitRecorder(device: try Self.phone(), facilities: try Self.gyms(3))
        let (ann, gym) = (try MemberID("ann"), try FacilityID("gym-1"))
        #expect(try recorder.add(gym, toListOf: ann) == false)
        #expect(throws: (any Error).self) { try recorder.remove(gym, fromListOf: ann) }
        #expect(throws: (any Error).self) { try recorder.add(FacilityID("nowhere"), toListOf: ann) }
        recorder.setList([])
        #expect(try recorder.add(gym, toListOf: ann))
        #expect(try recorder.facilityList(of: ann) == [gym])
        try recorder.remove(gym, fromListOf: ann)
        #expect(try recorder.facilityList(of: ann) == [])
    }
}
