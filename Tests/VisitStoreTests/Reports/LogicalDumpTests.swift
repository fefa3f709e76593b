import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The logical dump")
struct LogicalDumpTests {
    /// A store with the same content, written in reverse order on request.
    private func filled(reversed: Bool, observed: Double) throws -> VisitStore {
        let store = try VisitStore.temporary()
        let facilities = [try gym("a", name: "tab\there\nand \\"), try gym("b"), try mall("c", 1, 2)]
        try store.load(reversed ? facilities.reversed() : facilities)
        let devices = ["x", "y"].map { ($0, "m-" + $0) }
        for (device, member) in reversed ? devices.reversed() : devices {
            try store.devices.ensure(DeviceID(device), member: MemberID(member), platform: .ios)
        }
        for (device, member) in devices {
            try store.members.addFacility(FacilityID("b"), to: MemberID(member))
            var commit = DeviceCommit(
                device: try #require(try store.devices.find(DeviceID(device))).key,
                state: [1, 255],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: .march()
            )
            commit.checkpoints = [Checkpoint(at: .march(), state: [7])]
            commit.chunks = [FixChunk(first: .march(), last: .march(), fixCount: 1, fixes: [8])]
            commit.events = [
                try event(
                    "e1" + device,
                    at: 1,
                    observed: observed,
                    .registered(store.keys("b", "a"))
                ),
                try event(
                    "e2" + device,
                    at: 2,
                    observed: observed,
                    .entered(FacilityID("a"), visit: VisitID("v" + device))
                ),
                try event("e3" + device, at: 3, observed: observed, .unregistered(nil)),
            ]
            try store.commit([commit])
        }
        return store
    }

    @Test("it does not depend on the order of writing or on an event's observation time")
    func deterministic() throws {
        let first = try filled(reversed: false, observed: 10).dump()
        let second = try filled(reversed: true, observed: 99).dump()
        #expect(first == second)
        #expect(first.count == 3 + 3 + 2 + 2 + 2 + 2 + 2 + 2 + 6)
    }

    @Test("a line is a table and its values, on one line")
    func lines() throws {
        let lines = try filled(reversed: false, observed: 10).dump()
        #expect(lines.contains("facility\ta\ttab\\there\\nand \\\\\t\t\t\t\t\t-"))
        #expect(lines.contains("device_state\tx\t1\tp\t1709251200000\t01FF"))
        #expect(
            lines.contains {
                $0.hasPrefix("event\tx\t1709251201000\t0\te1x\tRegistered") && $0.contains("[\"b\",\"a\"]")
            }
        )
    }

    @Test("a difference in content shows")
    func difference() throws {
        let store = try filled(reversed: false, observed: 10)
        let before = try store.dump()
        try store.members.addFacility(FacilityID("a"), to: MemberID("m-x"))
        #expect(try store.dump() != before)
        var logical: [String] = []
        try store.logicalDump(includesEngineState: false) { logical.append($0) }
        #expect(
            !logical.contains {
                $0.hasPrefix("device_state") || $0.hasPrefix("checkpoint") || $0.hasPrefix("fix_chunk")
            }
        )
    }
}
