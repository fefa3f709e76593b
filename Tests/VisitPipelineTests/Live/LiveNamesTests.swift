import Interchange
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("The phone of a request")
struct LiveNamesTests {
    private static func fix(of device: String, by member: String? = nil, minute: Int) -> String {
        let time = SmallWorld.now.advanced(bySeconds: Double(minute - 60) * 60).iso8601
        let owner = member.map { "\"member\":\"\($0)\"," } ?? ""
        return #"{"device":"\#(device)",\#(owner)"lat":45,"lon":-93,"accuracy":9,"time":"\#(time)"}"#
    }

    private static func send(
        _ body: String,
        _ sender: PhoneSender,
        to live: LiveIngest
    ) async throws -> PhoneReply.Summary {
        let request = PhoneRequest(contentType: "application/json", body: Array(body.utf8))
        return try await live.ingest(request, of: .footfall, from: sender).counts
    }

    private static func owners(_ store: VisitStore) throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: try store.devices.all().map { ($0.device.id.text, $0.device.member.text) })
    }

    @Test("Two members with phones of one name each have one, in any order")
    func sameName() async throws {
        let scene = try LiveScene()
        let (ann, bob) = (PhoneSender(member: try MemberID("ann")), PhoneSender(member: try MemberID("bob")))
        for minute in 0..<3 {
            #expect(try await Self.send(Self.fix(of: "phone", minute: minute), bob, to: scene.live).accepted == 1)
            #expect(try await Self.send(Self.fix(of: "phone", minute: minute), ann, to: scene.live).accepted == 1)
        }
        #expect(try Self.owners(scene.world.store) == ["phone": "bob", "ann/phone": "ann"])
    }

    @Test("A member's token can't use a name in another namespace, nor one already used")
    func squatting() async throws {
        let scene = try LiveScene()
        let (ann, eve) = (PhoneSender(member: try MemberID("ann")), PhoneSender(member: try MemberID("eve")))
        for name in ["ann/phone", "ann", "annphone"] {
            #expect(try await Self.send(Self.fix(of: name, minute: 0), eve, to: scene.live).accepted == 1)
        }
        for (minute, name) in ["ann/phone", "phone", "ann", "annphone"].enumerated() {
            #expect(try await Self.send(Self.fix(of: name, minute: minute), ann, to: scene.live).accepted == 1)
        }
        // A backend that sends for all members still reaches Ann's phone, whatever ids Eve has used.
        let backend = Self.fix(of: "annphone", by: "ann", minute: 9)
        #expect(try await Self.send(backend, PhoneSender(), to: scene.live).accepted == 1)
        #expect(
            try Self.owners(scene.world.store) == [
                "eve/ann/phone": "eve", "ann": "eve", "annphone": "eve", "ann/phone": "ann", "phone": "ann",
                "ann/ann": "ann", "ann/annphone": "ann",
            ]
        )
    }

    @Test("A device that an earlier version stored under a name with a slash keeps it")
    func slash() async throws {
        let scene = try LiveScene()
        let known = Device(id: try DeviceID("ann/phone"), member: try MemberID("M-1001"), platform: .ios)
        _ = try scene.world.store.devices.ensure([known])
        let sender = PhoneSender(member: try MemberID("M-1001"))
        #expect(try await Self.send(Self.fix(of: "ann/phone", minute: 0), sender, to: scene.live).accepted == 1)
        #expect(try Self.owners(scene.world.store) == ["ann/phone": "M-1001"])
    }

    @Test("Records of two members with one device name are each member's, also in one request")
    func sameNameInOneRequest() async throws {
        let scene = try LiveScene()
        let records = [("ann", 0), ("bob", 0), ("ann", 1), ("bob", 1), ("ann", 2)]
        let body = records.map { Self.fix(of: "phone", by: $0.0, minute: $0.1) }.joined(separator: ",")
        #expect(try await Self.send("[\(body)]", PhoneSender(), to: scene.live).accepted == 5)
        let devices = try scene.world.store.devices.all()
        let counts = Dictionary(uniqueKeysWithValues: devices.map { ($0.device.id.text, $0.fixCount) })
        #expect(counts == ["phone": 3, "bob/phone": 2])
    }

    @Test("A phone with a name already used in its member's namespace too is quarantined, with the reason")
    func takenTwice() async throws {
        let scene = try LiveScene()
        for (device, member) in [("phone", "bob"), ("ann/phone", "bob")] {
            let fix = Self.fix(of: device, by: member, minute: 0)
            #expect(try await Self.send(fix, PhoneSender(), to: scene.live).accepted == 1)
        }
        let ann = PhoneSender(member: try MemberID("ann"))
        let counts = try await Self.send(Self.fix(of: "phone", minute: 1), ann, to: scene.live)
        #expect(counts.quarantined == 1 && counts.accepted == 0)
        let kept = try scene.world.store.quarantine.all(matching: QuarantineFilter())
        #expect(kept.map(\.code) == ["foreign_device"])
        #expect(kept.map(\.member?.text) == ["ann"])
    }

    @Test(
        "Phones beyond those that a member may have are quarantined, and the member's others and other members' are not"
    )
    func tooMany() async throws {
        let scene = try LiveScene(options: LiveOptions(phonesOfMemberLimit: 3))
        let (ann, bob) = (PhoneSender(member: try MemberID("ann")), PhoneSender(member: try MemberID("bob")))
        let five = (0..<5).map { Self.fix(of: "phone\($0)", minute: 0) }.joined(separator: ",")
        #expect(
            try await Self.send("[\(five)]", ann, to: scene.live) == PhoneReply.Summary(accepted: 3, quarantined: 2)
        )
        #expect(try await Self.send(Self.fix(of: "other", minute: 1), ann, to: scene.live).quarantined == 1)
        #expect(try await Self.send(Self.fix(of: "phone2", minute: 1), ann, to: scene.live).accepted == 1)
        #expect(try await Self.send(Self.fix(of: "phone2", minute: 2), bob, to: scene.live).accepted == 1)
        #expect(
            try Self.owners(scene.world.store) == [
                "phone0": "ann", "phone1": "ann", "phone2": "ann", "bob/phone2": "bob",
            ]
        )
        let kept = try scene.world.store.quarantine.all(matching: QuarantineFilter())
        #expect(kept.map(\.code) == Array(repeating: "too_many_phones", count: 3))
        #expect(Set(kept.map(\.device?.text)) == ["phone3", "phone4", "other"])
    }

    @Test("The bound on a member's phones holds for requests that arrive at once")
    func tooManyAtOnce() async throws {
        let scene = try LiveScene(options: LiveOptions(phonesOfMemberLimit: 10))
        let ann = PhoneSender(member: try MemberID("ann"))
        let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
            for request in 0..<8 {
                // Each phone is in two of the requests.
                let fixes = (0..<6).map { Self.fix(of: "phone\(request / 2 * 6 + $0)", minute: request) }
                let body = "[\(fixes.joined(separator: ","))]"
                group.addTask { try await Self.send(body, ann, to: scene.live).accepted }
            }
            return try await group.reduce(0, +)
        }
        #expect(accepted == 20)
        #expect(try scene.world.store.devices.all().count == 10)
    }

    @Test("New phones of many members and of one are all in one request")
    func many() async throws {
        let scene = try LiveScene()
        let fixes = (0..<300).map { number in
            Self.fix(of: "phone\(number)", by: number % 2 == 0 ? "ann" : "m\(number)", minute: 0)
        }
        #expect(try await Self.send("[\(fixes.joined(separator: ","))]", PhoneSender(), to: scene.live).accepted == 300)
        let owners = try Self.owners(scene.world.store)
        #expect(owners.count == 300 && owners.values.count { $0 == "ann" } == 150)
    }

    @Test("A token of one phone takes the member from the store, whatever the phone says")
    func deviceAlone() async throws {
        let scene = try LiveScene()
        let phone = PhoneSender(device: try DeviceID("phone"))
        let before = try await Self.send(Self.fix(of: "x", by: "victim", minute: 0), phone, to: scene.live)
        #expect(before.quarantined == 1 && before.accepted == 0)
        #expect(try scene.world.store.devices.all().isEmpty)
        #expect(try scene.world.store.quarantine.all(matching: QuarantineFilter()).map(\.code) == ["unknown_device"])
        let owned = PhoneSender(member: try MemberID("ann"), device: try DeviceID("phone"))
        #expect(try await Self.send(Self.fix(of: "x", minute: 1), owned, to: scene.live).accepted == 1)
        let after = try await Self.send(Self.fix(of: "x", by: "victim", minute: 2), phone, to: scene.live)
        #expect(after.accepted == 1)
        #expect(try Self.owners(scene.world.store) == ["phone": "ann"])
    }

    @Test("A name written in two ways in Unicode is two phones, before and after a restart")
    func lookAlikes() async throws {
        let scene = try LiveScene()
        let ann = PhoneSender(member: try MemberID("ann"))
        let names = ["caf\u{E9}", "cafe\u{301}"]
        for name in names {
            #expect(try await Self.send(Self.fix(of: name, minute: 0), ann, to: scene.live).accepted == 1)
        }
        await scene.live.stop()
        let again = try LiveScene(scene.world)
        for name in names {
            #expect(try await Self.send(Self.fix(of: name, minute: 0), ann, to: again.live).repeated == 1)
            #expect(try await Self.send(Self.fix(of: name, minute: 1), ann, to: again.live).accepted == 1)
        }
        #expect(try scene.world.store.devices.all().count == 2)
    }
}
