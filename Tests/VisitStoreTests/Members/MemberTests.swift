import SQLiteStorage
import Testing
import VisitModel

@testable import VisitStore

@Suite("Members and devices")
struct MemberTests {
    private func store() throws -> VisitStore {
        let store = try VisitStore.temporary()
        try store.load(["a", "b", "c"].map { try gym($0) })
        return store
    }

    private func row(
        _ member: String,
        _ facility: String? = nil,
        device: String? = nil,
        platform: Platform? = nil
    ) throws
        -> MemberRow
    {
        MemberRow(
            member: try MemberID(member),
            facility: try facility.map { try FacilityID($0) },
            device: try device.map { try DeviceID($0) },
            platform: platform
        )
    }

    private func list(_ store: VisitStore, _ member: String) throws -> [String]? {
        try store.members.find(MemberID(member))?.member.facilities?.map(\.text).sorted()
    }

    @Test("rows create members, lists and devices, and report unknown facilities")
    func importRows() throws {
        let store = try store()
        let rows = [
            try row("anna", "a", device: "phone", platform: .android), try row("anna", "b", device: "phone"),
            try row("anna", "zzz"), try row("ben"), try row("cleo", "zzz"),
        ]
        var outcomes: [MemberListOutcome] = []
        let summary = try store.members.importRows { importer in
            for row in rows { outcomes.append(try importer.add(row)) }
        }
        #expect(outcomes == [.added, .added, .unknownFacility, .unchanged, .unknownFacility])
        #expect(summary.membersAdded == 3)
        #expect(summary.facilitiesAdded == 2)
        #expect(summary.facilitiesUnknown == 2)
        #expect(summary.devicesAdded == 1)
        #expect(summary.devicesUnchanged == 0)
        #expect(try list(store, "anna") == ["a", "b"])
        #expect(try list(store, "ben") == nil, "no list is all facilities")
        #expect(try list(store, "cleo") == [], "a list of unknown places is a list, and means nowhere")
        #expect(try store.members.find(MemberID("anna"))?.devices.map(\.platform) == [.android])
        #expect(try store.members.all().map(\.member.id.text) == ["anna", "ben", "cleo"])
        // And the same again changes nothing
        let before = try store.dump()
        let again = try store.members.importRows { importer in
            for row in rows { try importer.add(row) }
        }
        #expect(again.membersAdded + again.membersUpdated + again.facilitiesAdded + again.devicesAdded == 0)
        #expect(again.facilitiesUnchanged == 2)
        #expect(try store.dump() == before)
    }

    @Test("replace cuts lists down to the imported rows and gives no member all facilities")
    func replace() throws {
        let store = try store()
        try store.members.importRows { importer in
            for row in [try row("anna", "a"), try row("anna", "b"), try row("ben", "c"), try row("cleo")] {
                try importer.add(row)
            }
        }
        let summary = try store.members.importRows(replace: true) { try $0.add(row("anna", "b")) }
        #expect(summary.facilitiesRemoved == 2)
        #expect(try list(store, "anna") == ["b"])
        #expect(try list(store, "ben") == [])
        #expect(try list(store, "cleo") == nil)
    }

    @Test("a dry run stores nothing")
    func dryRun() throws {
        let store = try store()
        let before = try store.dump()
        #expect(
            try store.members.importRows(dryRun: true) { try $0.add(row("anna", "a", device: "x")) }.membersAdded == 1
        )
        #expect(try store.dump() == before)
        #expect(try store.members.importRows { try $0.add(row("anna", "a", device: "x")) }.membersAdded == 1)
    }

    @Test("one facility can be added to a list and removed")
    func addAndRemove() throws {
        let store = try store()
        let (anna, a) = (try MemberID("anna"), try FacilityID("a"))
        #expect(try store.members.addFacility(a, to: anna))
        #expect(try !store.members.addFacility(a, to: anna))
        #expect(try list(store, "anna") == ["a"])
        #expect(try store.members.removeFacility(a, from: anna))
        #expect(try !store.members.removeFacility(a, from: anna))
        #expect(try list(store, "anna") == [])
        let unknown = #expect(throws: StorageError.self) { try store.members.addFacility(FacilityID("zzz"), to: anna) }
        #expect(unknown?.code == .unknownName)
        let missing = #expect(throws: StorageError.self) { try store.members.removeFacility(a, from: MemberID("zzz")) }
        #expect(missing?.code == .unknownName)
        try store.devices.ensure(DeviceID("x"), member: MemberID("free"), platform: .ios)
        let free = #expect(throws: StorageError.self) { try store.members.removeFacility(a, from: MemberID("free")) }
        #expect(free?.code == .conflict)
    }

    @Test("a list is extended, and the whole network left as it is")
    func addToList() throws {
        let store = try store()
        let (anna, free, a) = (try MemberID("anna"), try MemberID("free"), try FacilityID("a"))
        try store.devices.ensure(DeviceID("x"), member: free, platform: .ios)
        #expect(try store.members.addFacility(a, toListOf: free) == nil)
        #expect(try list(store, "free") == nil)
        #expect(try store.members.addFacility(a, to: anna))
        #expect(try store.members.addFacility(a, toListOf: anna) == false)
        #expect(try store.members.addFacility(FacilityID("b"), toListOf: anna) == true)
        #expect(try list(store, "anna") == ["a", "b"])
        for member in [anna, free] {
            let unknown = #expect(throws: StorageError.self) {
                try store.members.addFacility(FacilityID("zzz"), toListOf: member)
            }
            #expect(unknown?.code == .unknownName)
        }
    }

    @Test("adding an unknown facility to a list creates no member")
    func addUnknown() throws {
        let store = try store()
        #expect(throws: StorageError.self) { try store.members.addFacility(FacilityID("zzz"), to: MemberID("new")) }
        #expect(try store.members.find(MemberID("new")) == nil)
    }

    @Test("a device keeps its key, and can't change its member or system unnoticed")
    func devices() throws {
        let store = try store()
        let (x, anna) = (try DeviceID("x"), try MemberID("anna"))
        let key = try store.devices.ensure(x, member: anna, platform: .ios)
        #expect(try store.devices.ensure(x, member: anna, platform: .ios) == key)
        for (member, platform) in [("ben", Platform.ios), ("anna", .android)] {
            let error = #expect(throws: StorageError.self) {
                try store.devices.ensure(x, member: MemberID(member), platform: platform)
            }
            #expect(error?.code == .conflict)
        }
        #expect(try store.members.find(MemberID("ben")) == nil, "a refused device leaves no member behind")
        let changed = try store.members.importRows { try $0.add(row("anna", device: "x", platform: .android)) }
        #expect(changed.devicesUpdated == 1)
        let device = try #require(try store.devices.find(x))
        #expect(device.device == Device(id: x, member: anna, platform: .android))
        #expect((device.newestFixAt, device.fixCount) == (nil, 0))
        #expect(try store.devices.all() == [device])
    }

    @Test("a row with another member's device leaves nothing behind, and the import continues")
    func foreignDevice() throws {
        let store = try store()
        try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        let summary = try store.members.importRows { importer in
            #expect(throws: StorageError.self) { try importer.add(row("ben", "a", device: "x")) }
            try importer.add(row("cleo", "a"))
        }
        #expect(summary.membersAdded == 1)
        #expect(try store.members.all().map(\.member.id.text) == ["anna", "cleo"])
    }
}
