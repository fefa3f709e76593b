import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The pending-fix log")
struct IntakeTests {
    private let store: VisitStore
    private let device: DeviceKey
    private let other: DeviceKey
    private let writer: Int64

    init() throws {
        store = try VisitStore.temporary()
        device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        other = try store.devices.ensure(DeviceID("y"), member: MemberID("anna"), platform: .android)
        writer = try store.intake.acquireWriter()
        try store.commit([state(device), state(other)])
    }

    private func state(_ device: DeviceKey, through number: Int64? = nil) -> DeviceCommit {
        var commit = DeviceCommit(
            device: device,
            state: [1],
            stateFormat: 7,
            policyVersion: "p1",
            newestFixAt: .march(0)
        )
        commit.intakeThrough = number
        return commit
    }

    private func entry(_ device: DeviceKey, at seconds: Double, count: Int = 1) -> IntakeEntry {
        let chunk = FixChunk(
            first: .march(seconds),
            last: .march(seconds + 1),
            fixCount: count,
            fixes: [UInt8(truncatingIfNeeded: Int(seconds))]
        )
        return IntakeEntry(device: device, fixes: chunk)
    }

    @Test("pending fixes are found by device and in order, until the device's state contains them")
    func found() throws {
        let numbers = try store.commit(
            [],
            intake: [entry(device, at: 1), entry(other, at: 2), entry(device, at: 3)],
            by: writer
        )
        #expect(numbers.count == 3)
        #expect(numbers == numbers.sorted())
        #expect(try store.intake.entries(of: device).map(\.number) == [numbers[0], numbers[2]])
        #expect(try store.intake.entries(of: device, numbers: numbers).map(\.fixes.fixes) == [[1], [3]])
        #expect(try store.intake.unsaved().map(\.device.id.text) == ["x", "y", "x"])
        try store.commit([state(device, through: numbers[0])])
        #expect(try store.intake.entries(of: device).map(\.number) == [numbers[2]])
        #expect(try store.intake.entries(of: device, numbers: numbers).map(\.number) == [numbers[2]])
        try store.commit([state(device, through: numbers[2])])
        // A state without new entries does not bring back the old ones.
        try store.commit([state(device)])
        #expect(try store.intake.entries(of: device).isEmpty)
        #expect(try store.intake.unsaved().map(\.key) == [other])
    }

    @Test("pending fixes count as the device's fixes, and the newest of them as its newest")
    func counted() throws {
        try store.commit([], intake: [entry(device, at: 10, count: 3), entry(device, at: 20, count: 2)], by: writer)
        let found = try #require(try store.devices.find(DeviceID("x")))
        #expect(found.fixCount == 5)
        #expect(found.newestFixAt == .march(21))
        #expect(try store.devices.all().map(\.fixCount) == [5, 0])
        #expect(try store.privacy.export(MemberID("anna"))?.devices.first?.chunks.map(\.fixCount) == [3, 2])
    }

    @Test("sequence numbers are never reused, even when all earlier fixes were deleted")
    func numbers() throws {
        let first = try store.commit([], intake: [entry(device, at: 1)], by: writer)
        try store.commit([state(device, through: first[0])], by: writer, forgettingIntakeBefore: first[0] + 1)
        let second = try store.commit([], intake: [entry(device, at: 2)], by: writer)
        #expect(second[0] > first[0])
        #expect(try store.intake.entries(of: device).map(\.number) == second)
    }

    @Test("a previous writer's pending fixes are refused after a takeover")
    func takenOver() throws {
        let next = try store.intake.acquireWriter()
        #expect(throws: StorageError(.outpaced, "")) {
            try store.commit([], intake: [entry(device, at: 1)], by: writer)
        }
        #expect(throws: StorageError(.outpaced, "")) {
            try store.commit([], by: writer, forgettingIntakeBefore: 9)
        }
        #expect(try store.intake.writer() == next)
        try store.commit([], intake: [entry(device, at: 1)], by: next)
    }

    @Test("pending fixes of a device without a stored state are found by the database check")
    func withoutState() throws {
        let stateless = try store.devices.ensure(DeviceID("z"), member: MemberID("anna"), platform: .ios)
        try store.commit([], intake: [entry(stateless, at: 1)], by: writer)
        #expect(try store.check().map(\.rule) == ["intake"])
    }

    @Test("pending fixes are erased with their member")
    func erased() throws {
        try store.commit([], intake: [entry(device, at: 1, count: 4)], by: writer)
        #expect(try store.privacy.erase(MemberID("anna")).fixes == 4)
        #expect(try store.intake.unsaved().isEmpty)
        #expect(try store.check().isEmpty)
    }
}
