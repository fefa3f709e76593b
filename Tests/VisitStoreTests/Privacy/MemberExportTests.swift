import Testing
import VisitModel

@testable import VisitStore

@Suite("Exporting a member's data")
struct MemberExportTests {
    @Test("has everything of the member and nothing of others", arguments: CrowdedScene.names)
    func everything(name: String) throws {
        let scene = try CrowdedScene()
        let export = try #require(try scene.store.privacy.export(MemberID(name)))
        #expect(export.member == (try scene.store.members.find(MemberID(name))))
        let device = try #require(export.devices.first)
        #expect(export.devices.count == 1)
        #expect(device.device == (try scene.store.devices.find(DeviceID(CrowdedScene.phone(name)))))
        #expect(
            device.chunks == (try scene.store.fixes.chunks(of: device.device.key, from: Timestamp.beginningOfTime))
        )
        #expect(device.chunks.count == 3)
        #expect(device.events == (try scene.store.events.all(matching: EventFilter(member: MemberID(name)))))
        #expect(device.events.count == 4)
        #expect(device.stays.map(\.id) == ["s \(name)"])
        #expect(device.assignedFences.map(\.text) == ["b"])
        #expect(export.visits == [try scene.visit(name)])
        #expect(export.reviews.values.map(\.note) == ["ask \(name)"])
        #expect(export.quarantined.map { String(decoding: $0.record, as: UTF8.self) } == ["sent by \(name)"])
        #expect(export.messages.map(\.type) == [.deviceError, .visitEntered])
        #expect(String(decoding: export.messages[1].body, as: UTF8.self).contains("\"located\": true"))
        #expect(export.tokens.count == 2)
        #expect(export.tokens.allSatisfy { $0.platform == .android })
        #expect(export.tokens.allSatisfy { $0.digest.isEmpty && $0.note == "for \(name)" })
    }

    @Test("an unknown member's export is empty")
    func unknown() throws {
        #expect(try VisitStore.temporary().privacy.export(MemberID("nobody")) == nil)
    }
}
