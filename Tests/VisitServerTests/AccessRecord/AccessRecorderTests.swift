import GRDB
import HTTPTypes
import Logging
import Testing
import VisitModel

@testable import VisitServer
@testable import VisitStore

@Suite("Recording of accesses")
struct AccessRecorderTests {
    private static let caller = AccessCaller(.api, id: "uw293xet", note: nil)

    /// A scene with a member, and a recorder of its store.
    private static func scene() async throws -> (ServiceScene, AccessRecorder) {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "anna", minutes: 2)
        let clock = scene
        let recorder = AccessRecorder(
            reader: StoreReader(scene.store),
            watch: DatabaseWatch(store: scene.store) { .zero },
            now: { clock.now },
            uptime: { .seconds(ServiceScene.start.seconds(to: clock.now)) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return (scene, recorder)
    }

    @Test("repeated accesses within an hour are one row with a count, later ones another")
    func repeats() async throws {
        let (scene, recorder) = try await Self.scene()
        let member = try MemberID("anna")
        for target in [AccessTarget.member(member), .device(try DeviceID("phone")), .member(member)] {
            try await recorder.record(.read, target, by: Self.caller)
            scene.advance(seconds: 60)
        }
        #expect(try scene.store.accessRecord.all().map(\.count) == [1], "written once, before the answer")
        try recorder.writeRepeats()
        var row = try #require(try scene.store.accessRecord.all().first)
        #expect(row.count == 3)
        #expect(row.firstAt == ServiceScene.start)
        #expect(row.lastAt == ServiceScene.start.advanced(bySeconds: 120))
        try recorder.writeRepeats()
        #expect(try scene.store.accessRecord.all().map(\.count) == [3])
        scene.advance(seconds: 3_600)
        try await recorder.record(.read, .member(member), by: Self.caller)
        #expect(try scene.store.accessRecord.all().map(\.count) == [1, 3])
        row = try #require(try scene.store.accessRecord.all().first)
        #expect(row.firstAt == ServiceScene.start.advanced(bySeconds: 3_780))
    }

    @Test("another action, caller or member is another row, and what is not stored is none")
    func kinds() async throws {
        let (scene, recorder) = try await Self.scene()
        let member = AccessTarget.member(try MemberID("anna"))
        try await recorder.record(.read, member, by: Self.caller)
        try await recorder.record(.export, member, by: Self.caller)
        try await recorder.record(.read, member, by: AccessCaller(.page, id: "uw293xet", note: nil))
        try await recorder.record(.read, .list, by: Self.caller)
        try await recorder.record(.read, .member(try MemberID("nobody")), by: Self.caller)
        try await recorder.record(.read, .device(try DeviceID("none")), by: Self.caller)
        #expect(try scene.store.accessRecord.all().count == 4)
    }

    @Test("accesses that arrive together are recorded once each, and counted")
    func together() async throws {
        let (scene, recorder) = try await Self.scene()
        for number in 0..<8 { try await scene.post(device: "p\(number)", member: "m\(number)", minutes: 1) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    try await recorder.record(.read, .member(MemberID("m\(number % 8)")), by: Self.caller)
                }
            }
            try await group.waitForAll()
        }
        try recorder.writeRepeats()
        let rows = try scene.store.accessRecord.all()
        #expect(rows.count == 8)
        #expect(rows.allSatisfy { $0.count == 50 }, "\(rows.map(\.count))")
    }

    @Test("a new member of an erased member's id gets a row of its own")
    func forgotten() async throws {
        let (scene, recorder) = try await Self.scene()
        let member = try MemberID("anna")
        try await recorder.record(.read, .member(member), by: Self.caller)
        try await recorder.record(.read, .member(member), by: Self.caller)
        try scene.store.privacy.erase(member)
        recorder.forget(member)
        _ = try scene.store.members.replace(Member(id: member, facilities: nil), timeZone: nil)
        try await recorder.record(.read, .member(member), by: Self.caller)
        try recorder.writeRepeats()
        let rows = try scene.store.accessRecord.all()
        #expect(rows.map(\.member?.text) == ["anna", nil])
        #expect(rows.map(\.count) == [1, 2])
    }

    @Test("while the database can't be written, data of members is not given out, over the API and in pages")
    func unwritable() async throws {
        let (scene, _) = try await Self.scene()
        let token = try scene.token(.admin)
        let browser = try await DashboardBench(scene, as: .admin)
        #expect(try await scene.ask(.get, "/v1/devices/phone", token).status == 200)
        try await scene.store.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        for path in [
            "/v1/visits?member=anna", "/v1/members/anna/export", "/v1/visits", "/v1/counts?month=2024-03&by=member",
        ] {
            // The reads of the member have a row of the first request already.
            let isRecorded = path == "/v1/visits?member=anna"
            let answer = try await scene.ask(.get, path, token)
            #expect(answer.status == (isRecorded ? 200 : 503), "\(path): \(answer.text)")
            if !isRecorded { #expect(answer.text.contains("access_not_recorded"), "\(path)") }
        }
        for path in ["/members/anna", "/devices/phone", "/"] {
            let page = try await browser.open(path)
            #expect(page.status == 503, "\(path)")
            #expect(!page.text.contains("Place 0"), "\(path)")
        }
        // What is no data of members is not concerned.
        for path in ["/v1/facilities", "/v1/counts?month=2024-03", "/v1/tokens"] {
            #expect(try await scene.ask(.get, path, token).status == 200, "\(path)")
        }
        try await scene.store.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
        #expect(try await scene.ask(.get, "/v1/visits", token).status == 200)
    }
}
