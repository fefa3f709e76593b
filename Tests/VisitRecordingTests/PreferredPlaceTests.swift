import DeviceEngine
import MobileSDK
import PhoneOS
import Testing
import VisitModel
import VisitStore

@testable import VisitRecording

@Suite("A member's favourites with the SDK's recorders")
struct PreferredPlaceTests {
    private static let start = Timestamp(milliseconds: 1_709_251_200_000)
    private static let favourite = 50

    /// A row of gyms, 1 km apart from west to east at 45° N.
    private static func gyms() throws -> [Facility] {
        try (0..<60).map { number in
            Facility(
                id: try id(number),
                geofence: .circle(
                    center: try Coordinate(latitude: 45, longitude: longitude(number)),
                    radius: try Radius(meters: 150)
                )
            )
        }
    }

    private static func id(_ number: Int) throws -> FacilityID { try FacilityID("gym-\(number)") }

    private static func longitude(_ number: Int) -> Double { -93 + Double(number) * 0.0127 }

    private static func phone(_ name: String = "phone") throws -> Device {
        Device(id: try DeviceID(name), member: try MemberID("ann"), platform: .ios)
    }

    /// Fixes of an hour, a minute apart: in a gym from minute 10 to 40, and 400 m north of it before and after.
    private static func hour(at number: Int, from time: Timestamp) throws -> [Fix] {
        try (0..<60).map { minute in
            Fix(
                time: time.advanced(bySeconds: Double(minute) * 60),
                coordinate: try Coordinate(
                    latitude: (10..<40).contains(minute) ? 45 : 45.004,
                    longitude: longitude(number)
                ),
                horizontalAccuracy: 10
            )
        }
    }

    private static func store() throws -> VisitStore {
        let store = try VisitStore.temporary()
        let gyms = try gyms()
        _ = try store.facilities.importRows(effectiveFrom: start) { importer in
            for gym in gyms { try importer.upsert(gym) }
        }
        return store
    }

    private func visit(_ number: Int, day: Double, with recorder: any VisitRecorder) throws {
        for fix in try Self.hour(at: number, from: Self.start.advanced(bySeconds: day * 86_400)) {
            _ = try recorder.record(.fix(fix), at: fix.time)
        }
    }

    @Test("five slots are kept for them by default, and the nearest have the others")
    func byDefault() throws {
        let recorders: [any VisitRecorder] = [
            InMemoryVisitRecorder(device: try Self.phone(), facilities: try Self.gyms()),
            try PipelineRecorder(store: Self.store(), device: Self.phone()),
        ]
        for recorder in recorders {
            // Six favourites, the last of which was visited once and the others twice.
            for visit in 0..<11 { try self.visit(59 - visit % 6, day: Double(visit), with: recorder) }
            try visit(0, day: 12, with: recorder)
            let favourites = try (55...59).map(Self.id).sorted()
            #expect(try recorder.preferred() == favourites)
            let registered = try recorder.registered()
            #expect(registered.count == 20)
            #expect(try registered == ((0..<15).map(Self.id) + favourites).sorted())
        }
        let none = InMemoryVisitRecorder(device: try Self.phone(), facilities: try Self.gyms(), preferVisited: 0)
        try visit(Self.favourite, day: 0, with: none)
        try visit(0, day: 1, with: none)
        #expect(try none.preferred().isEmpty)
        #expect(try !none.registered().contains(Self.id(Self.favourite)))
    }

    @Test("a new phone has them: from the member's other phone in the database, or from the app's own numbers")
    func newPhone() throws {
        let store = try Self.store()
        let old = try PipelineRecorder(store: store, device: Self.phone("old"))
        for day in 0..<3 { try visit(Self.favourite, day: Double(day), with: old) }
        let earlier = [try Self.id(Self.favourite): 3]
        let recorders: [any VisitRecorder] = [
            try PipelineRecorder(store: store, device: Self.phone("new")),
            try PipelineRecorder(
                store: Self.store(),
                device: Self.phone("new"),
                selection: SelectionOptions(preferVisited: 5, earlierVisits: earlier)
            ),
            InMemoryVisitRecorder(
                device: try Self.phone("new"),
                facilities: try Self.gyms(),
                earlierVisits: earlier
            ),
        ]
        for recorder in recorders {
            try visit(0, day: 10, with: recorder)
            #expect(try recorder.preferred().contains(Self.id(Self.favourite)))
            #expect(try recorder.registered().contains(Self.id(Self.favourite)))
            #expect(try recorder.registered().count == 20)
        }
    }

    @Test("a recorder of one's own has none")
    func ownRecorder() throws {
        struct Recorder: VisitRecorder {
            func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] { [] }
            func registered() throws -> [FacilityID] { [] }
        }
        #expect(try Recorder().preferred().isEmpty)
    }
}
