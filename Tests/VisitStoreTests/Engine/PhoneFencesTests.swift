import GRDB
import Testing
import VisitModel

@testable import VisitStore

@Suite("What phones were told to keep, and phones that fell silent")
struct PhoneFencesTests {
    private func commit(_ device: DeviceKey) -> DeviceCommit {
        DeviceCommit(device: device, state: [1], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
    }

    @Test("fences are kept with the commit they are part of, and stay where a commit says nothing of them")
    func fences() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a"), gym("b")])
        let keys = try store.keys("b", "a")
        let device = try store.ensureDevice(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        #expect(try store.phoneFences(device) == nil)
        var first = commit(device)
        first.fences = PhoneFences(told: keys, confirmed: [], changedAt: .march(1))
        try store.commit([first])
        #expect(try store.phoneFences(device) == first.fences)
        try store.commit([commit(device)])
        #expect(try store.phoneFences(device) == first.fences)
        first.fences = PhoneFences(told: [], confirmed: keys.reversed(), changedAt: .march(2))
        var second = commit(device)
        second.fences = PhoneFences(told: keys, confirmed: keys, changedAt: .march(3))
        try store.commit([first, second])
        #expect(try store.phoneFences(device) == second.fences, "the later one of a batch")
        var bad = commit(device)
        bad.fences = PhoneFences(told: [], confirmed: [], changedAt: .march(4))
        bad.events = [try event("e", at: 1, .entered(FacilityID("zzz"), visit: VisitID("v")))]
        #expect(throws: VisitStoreError(.unknownName, "")) { try store.commit([bad]) }
        #expect(try store.phoneFences(device) == second.fences)
    }

    private func stay(_ id: String, proof: Double, ended: Bool = false) throws -> StoredStay {
        StoredStay(
            id: id,
            facility: try FacilityID("a"),
            enteredAt: .march(0),
            dwelledAt: nil,
            exitedAt: ended ? .march(proof) : nil,
            status: ended ? .closed : .open,
            evidence: .none,
            fixesInside: 1,
            lastProofAt: .march(proof),
            depthMeters: 1,
            doubts: [],
            touchedAt: .march(proof),
            visit: nil
        )
    }

    @Test(
        "silent phones are those with an open stay without a recent proof, longest first, each once",
        arguments: 1...4
    )
    func silent(size: Int) throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        let stays: [(String, [StoredStay])] = [
            ("quiet", [try stay("s1", proof: 10), try stay("s2", proof: 30)]),
            ("gone", [try stay("s3", proof: 5, ended: true)]),
            ("old", [try stay("s4", proof: 10)]), ("fresh", [try stay("s5", proof: 100)]),
            ("first", [try stay("s6", proof: 99), try stay("s7", proof: 1)]), ("edge", [try stay("s8", proof: 50)]),
        ]
        for (device, stays) in stays {
            var commit = commit(try store.ensureDevice(DeviceID(device), member: MemberID("anna"), platform: .ios))
            commit.stays = stays
            try store.commit([commit])
        }
        var found: [SilentDevice] = []
        while true {
            let page = try store.devicesSilent(before: .march(50), limit: size, after: found.last)
            #expect(page.count <= size)
            guard !page.isEmpty else { break }
            found += page
        }
        #expect(found.map(\.device.id.text) == ["first", "quiet", "old"])
        #expect(found.map(\.lastProofAt) == [.march(1), .march(10), .march(10)])
        #expect(found.first?.key == (try store.device(DeviceID("first"))?.key))
        #expect(found.first?.device.member.text == "anna")
    }

    @Test("silent phones are found by their index")
    func plan() throws {
        let plan = try VisitStore.temporary().plan(VisitStore.silentSQL, [1, 2, 3, 4])
        #expect(plan.contains { $0.contains("SEARCH stay USING INDEX stay_silent") }, "\(plan)")
        #expect(
            !plan.contains { $0.hasPrefix("SCAN stay") || $0.hasPrefix("SCAN d") || $0.hasPrefix("SCAN m") },
            "\(plan)"
        )
    }
}
