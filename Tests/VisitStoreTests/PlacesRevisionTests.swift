import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The revision of places")
struct PlacesRevisionTests {
    /// What a step does, and whether it changes what decides where members may visit.
    private struct Step: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let changes: Bool
        let body: @Sendable (VisitStore) throws -> Void

        init(_ name: String, changes: Bool, _ body: @escaping @Sendable (VisitStore) throws -> Void) {
            self.testDescription = name
            self.changes = changes
            self.body = body
        }
    }

    private static let steps: [Step] = [
        Step("an import of what is there", changes: false) { try $0.load([gym("a"), gym("b")]) },
        Step("a trial import", changes: false) { try $0.load([gym("c")], dryRun: true) },
        Step("a new facility", changes: true) { try $0.load([gym("c")]) },
        Step("a moved fence", changes: true) { try $0.load([gym("a", 46)], from: .march(5)) },
        Step("a new name", changes: true) { try $0.load([gym("a", name: "A")]) },
        Step("a retired facility", changes: true) { try $0.load([gym("a")], replace: true, from: .march(5)) },
        Step("a facility on a list", changes: true) {
            try $0.members.addFacility(FacilityID("b"), to: MemberID("anna"))
        },
        Step("a facility that is on the list", changes: false) {
            try $0.members.addFacility(FacilityID("a"), to: MemberID("anna"))
        },
        Step("a facility off a list", changes: true) {
            try $0.members.removeFacility(FacilityID("a"), from: MemberID("anna"))
        },
        Step("a facility that is not on the list", changes: false) {
            try $0.members.removeFacility(FacilityID("b"), from: MemberID("anna"))
        },
        Step("an import of the same members", changes: false) { store in
            try store.members.importRows { try $0.add(MemberRow(member: MemberID("anna"), facility: FacilityID("a"))) }
        },
        Step("a trial import of members", changes: false) { store in
            try store.members.importRows(dryRun: true) { try $0.add(MemberRow(member: MemberID("new"))) }
        },
        Step("an import of a member with a list", changes: true) { store in
            try store.members.importRows { try $0.add(MemberRow(member: MemberID("new"), facility: FacilityID("b"))) }
        },
        Step("an import of another platform", changes: true) { store in
            try store.members.importRows {
                try $0.add(MemberRow(member: MemberID("anna"), device: DeviceID("x"), platform: .android))
            }
        },
        Step("a new phone", changes: false) {
            try $0.devices.ensure(DeviceID("y"), member: MemberID("anna"), platform: .ios)
        },
        Step("another default time zone", changes: true) {
            try $0.settings.setDefaultTimeZone(TimeZoneName("Asia/Tokyo"))
        },
        Step("the same default time zone", changes: false) { try $0.settings.setDefaultTimeZone(.utc) },
        Step("no default time zone", changes: true) { try $0.settings.setDefaultTimeZone(nil) },
        Step("another setting", changes: false) { try $0.settings.set(SettingName("other"), to: "1") },
    ]

    @Test("rises with what changes places, and with nothing else", arguments: steps.indices)
    func rises(index: Int) throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        try store.settings.setDefaultTimeZone(.utc)
        try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        try store.members.addFacility(FacilityID("a"), to: MemberID("anna"))
        let before = try store.placesRevision()
        #expect(before == 3)
        let step = Self.steps[index]
        try step.body(store)
        #expect((try store.placesRevision() > before) == step.changes, "\(step.testDescription)")
    }
}
