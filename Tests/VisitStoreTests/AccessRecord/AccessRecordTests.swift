import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The access record")
struct AccessRecordTests {
    private static let token = AccessCaller(.api, id: "uw293xet", note: "reports")
    private static let user = AccessCaller(.command, id: "ann", note: "sudo by bob")

    private static func access(
        _ action: AccessAction,
        _ member: String?,
        _ caller: AccessCaller = token,
        at seconds: Double = 0
    ) throws -> Access {
        let subject = try member.map { AccessSubject.member(try MemberID($0)) } ?? .several
        return Access(action, subject, AccessOrigin(caller, at: .march(seconds)))
    }

    private static func store(_ members: String...) throws -> VisitStore {
        let store = try VisitStore.temporary()
        for name in members {
            try store.devices.ensure(DeviceID("\(name)'s phone"), member: MemberID(name), platform: .ios)
        }
        return store
    }

    @Test("rows are listed newest first, with everything that was recorded")
    func list() throws {
        let store = try Self.store("anna", "ben")
        let keys = try store.accessRecord.add([
            Self.access(.read, "anna"), Self.access(.export, "ben", Self.user, at: 1), Self.access(.read, nil, at: 2),
        ])
        #expect(keys.compactMap(\.self).count == 3)
        let rows = try store.accessRecord.all()
        #expect(rows.map(\.key) == keys.reversed())
        #expect(rows.map(\.action) == [.read, .export, .read])
        #expect(rows.map(\.member?.text) == [nil, "ben", "anna"])
        #expect(rows.map(\.caller) == [Self.token, Self.user, Self.token])
        #expect(rows.map(\.firstAt) == [.march(2), .march(1), .march(0)])
        #expect(rows.allSatisfy { $0.count == 1 && $0.lastAt == $0.firstAt && $0.erasedMember == nil })
    }

    @Test("a member who is not stored gets no row")
    func unknown() throws {
        let store = try Self.store("anna")
        #expect(try store.accessRecord.add([Self.access(.read, "nobody"), Self.access(.read, "anna")])[0] == nil)
        #expect(try store.accessRecord.all().map(\.member?.text) == ["anna"])
    }

    @Test("repeated accesses are counted at their row, and those of a removed row are ignored")
    func repeats() throws {
        let store = try Self.store("anna")
        let key = try #require(try store.accessRecord.add([Self.access(.read, "anna", at: 10)])[0])
        try store.accessRecord.count([
            key: .init(count: 4, lastAt: .march(70)), AccessEntry.Key(rawValue: 99): .init(count: 1, lastAt: .march()),
        ])
        // The clock was set back.
        try store.accessRecord.count([key: .init(count: 1, lastAt: .march(5))])
        let row = try #require(try store.accessRecord.all().first)
        #expect(row.count == 6)
        #expect(row.firstAt == .march(10))
        #expect(row.lastAt == .march(70))
    }

    @Test(
        "the filter selects rows by member, action, interface and time, a page at a time",
        arguments: [
            (AccessFilter(), [4, 3, 2, 1]), (AccessFilter(member: try MemberID("anna")), [3, 1]),
            (AccessFilter(action: .export), [2]), (AccessFilter(interface: .command), [3, 2]),
            (AccessFilter(since: .march(20)), [4, 3]), (AccessFilter(until: .march(20)), [2, 1]),
            (AccessFilter(member: try MemberID("nobody")), []),
            (AccessFilter(limit: 2), [4, 3]), (AccessFilter(after: AccessEntry.Key(rawValue: 3), limit: 5), [2, 1]),
        ]
    )
    func filter(filter: AccessFilter, expected: [Int64]) throws {
        let store = try Self.store("anna", "ben")
        try store.accessRecord.add([
            Self.access(.read, "anna", at: 0), Self.access(.export, "ben", Self.user, at: 10),
            Self.access(.read, "anna", Self.user, at: 20), Self.access(.read, nil, at: 30),
        ])
        #expect(try store.accessRecord.all(matching: filter).map(\.key.rawValue) == expected)
    }

    @Test("what a request refers to is the data of its member, of several, or not stored")
    func subjects() throws {
        let scene = try CrowdedScene()
        let (store, name) = (scene.store, CrowdedScene.names[0])
        let member = AccessSubject.member(try MemberID(name))
        let visit = try #require(try store.visits.all().first { $0.member.text == name })
        let records = try store.quarantine.all()
        let message = try #require(
            try store.privacy.export(MemberID(name))?.messages.first { $0.type == .visitEntered }
        )
        let cases: [(AccessTarget, AccessSubject?)] = [
            (.member(try MemberID(name)), member), (.member(try MemberID("nobody")), nil),
            (.device(try DeviceID(CrowdedScene.phone(name))), member), (.device(try DeviceID("none")), nil),
            (.visit(visit.id), member), (.visit(try VisitID("none")), nil), (.message(message.id), member),
            (.message(try MessageID("none")), nil), (.list, .several),
            (.quarantined(try #require(records.first { $0.member?.text == name }).key), member),
            (.quarantined(try #require(records.first { $0.member == nil }).key), .several),
            (.quarantined(.init(rawValue: 0)), nil),
        ]
        for (target, subject) in cases { #expect(try store.accessRecord.subject(of: target) == subject, "\(target)") }
    }

    @Test("a correction adds its row with the change, and a change that is refused adds none")
    func corrections() throws {
        let scene = try CrowdedScene()
        let visit = try #require(try scene.store.visits.all().first)
        let edit = VisitReview.Edit(decision: .confirmed, note: nil, reviewer: "r", at: .march(50))
        try scene.store.visits.review(visit.id, edit, recordedFor: Self.token)
        try scene.store.visits.review(visit.id, .clearing, recordedFor: Self.user)
        #expect(throws: StorageError(.unknownName, "")) {
            try scene.store.visits.review(VisitID("none"), edit, recordedFor: Self.token)
        }
        let rows = try scene.store.accessRecord.all()
        #expect(rows.map(\.action) == [.correct, .correct])
        #expect(rows.map(\.caller) == [Self.user, Self.token])
        #expect(rows.map(\.firstAt) == [.march(60), .march(50)])
        #expect(rows.allSatisfy { $0.member == visit.member })
    }

    @Test(
        "an erasure stays in the record, and the member's other rows too, without the id",
        arguments: CrowdedScene.names
    )
    func erasure(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("footfall.sqlite")
        let scene = try CrowdedScene(path: path)
        let (store, member) = (scene.store, try MemberID(name))
        let other = try #require(CrowdedScene.names.first { $0 != name })
        try store.accessRecord.add([
            Self.access(.read, name), Self.access(.export, name, Self.user, at: 1), Self.access(.read, other, at: 2),
        ])
        #expect(try store.check() == [])
        try store.privacy.erase(member, recordedFor: AccessOrigin(Self.user, at: .march(3)))
        let rows = try store.accessRecord.all(matching: AccessFilter(member: member))
        #expect(rows.map(\.action) == [.erase, .export, .read])
        #expect(rows.map(\.caller) == [Self.user, Self.user, Self.token])
        #expect(rows.allSatisfy { $0.member == nil && $0.erasedMemberText?.count == 64 })
        #expect(Set(rows.map(\.erasedMember)).count == 1)
        #expect(try store.accessRecord.all().count == 4)
        #expect(
            try store.accessRecord.all(matching: AccessFilter(member: MemberID(other))).map(\.member?.text) == [other]
        )
        #expect(try store.check() == [])
        // A new member of the same id is another person, with new rows.
        try store.devices.ensure(DeviceID("new"), member: member, platform: .ios)
        try store.accessRecord.add([Self.access(.read, name, at: 9)])
        #expect(
            try store.accessRecord.all(matching: AccessFilter(member: member)).map { $0.member == nil }
                == [false, true, true, true]
        )
        let export = try #require(try store.privacy.export(member))
        #expect(export.accesses.map(\.firstAt) == [.march(9)])
    }

    @Test("an erasure without a caller adds no row")
    func unattended() throws {
        let store = try Self.store("anna")
        try store.privacy.erase(MemberID("anna"))
        #expect(try store.accessRecord.all() == [])
    }

    @Test("rows are removed by the time of their last access")
    func removal() throws {
        let store = try Self.store("anna")
        let keys = try store.accessRecord.add((0..<3).map { try Self.access(.read, "anna", at: Double($0)) })
        try store.accessRecord.count([try #require(keys[0]): .init(count: 1, lastAt: .march(100))])
        #expect(try store.accessRecord.count(lastBefore: .march(2)) == 1)
        #expect(try store.accessRecord.remove(lastBefore: .march(2)) == 1)
        #expect(try store.accessRecord.remove(lastBefore: .march(2)) == 0)
        #expect(try store.accessRecord.all().map(\.key) == [keys[2], keys[0]])
    }

    @Test("a backup has the record, and the logical dump does not depend on it")
    func copies() throws {
        let folder = try TemporaryFolder()
        let store = try Self.store("anna")
        let before = try store.dump()
        try store.accessRecord.add([Self.access(.read, "anna")])
        #expect(try store.dump() == before)
        try store.backup(to: folder.file("copy.sqlite"))
        #expect(try VisitStore(path: folder.file("copy.sqlite")).accessRecord.all() == store.accessRecord.all())
    }

    @Test("the period of retention is 365 days unless it is set")
    func period() throws {
        let store = try VisitStore.temporary()
        #expect(try store.settings.retentionPeriods().accessDays == 365)
        for days in [1, nil, 36_500] {
            try store.settings.setAccessRetentionDays(days)
            #expect(try store.settings.retentionPeriods().accessDays == days)
        }
        for days in [0, 36_501] {
            #expect(throws: StorageError(.invalidRequest, "")) { try store.settings.setAccessRetentionDays(days) }
        }
    }
}
