import SeededRandom
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("The log of pending fixes")
struct PendingFixIndexTests {
    private func device(_ number: Int) throws -> (key: DeviceKey, device: Device) {
        let id = try DeviceID("d\(number)")
        return (DeviceKey(rawValue: Int64(number)), Device(id: id, member: try MemberID("m"), platform: .ios))
    }

    @Test(
        "is bounded for any sender: the states that wait the longest are requested a few at a time",
        arguments: 0..<UInt64(5)
    )
    func bounded(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let limit = 1_000
        var log = PendingFixIndex(limit: PendingFixIndex.Limit(entries: limit, bytes: 64 << 20))
        let devices = try (0..<Int.random(in: 1...400, using: &random)).map(device)
        var (longest, most, saves) = (0, 0, 0)
        for number in 1...Int64(20_000) {
            let (key, device) = devices[.random(in: devices.indices, using: &random)]
            log.append(number, of: key, device, byteCount: 20, at: SmallWorld.now)
            let due = log.due()
            for device in due { log.saved(DeviceKey(rawValue: Int64(device.id.text.dropFirst()) ?? -1)) }
            most = max(most, due.count)
            saves += due.count
            longest = max(longest, log.length)
        }
        #expect(longest <= 2 * limit, "seed \(seed), \(devices.count) devices")
        #expect(most <= 2, "seed \(seed)")
        #expect(saves <= 20_000 / limit * devices.count + devices.count, "seed \(seed): not more often than it takes")
    }

    @Test("is bounded by bytes too")
    func bytes() throws {
        var log = PendingFixIndex(limit: PendingFixIndex.Limit(entries: 1_000_000, bytes: 1_000))
        let (key, phone) = try device(1)
        log.append(1, of: key, phone, byteCount: 999, at: SmallWorld.now)
        #expect(log.due().isEmpty)
        log.append(2, of: key, phone, byteCount: 1, at: SmallWorld.now)
        #expect(log.due() == [phone])
    }

    @Test("requests a device once, and again when it could not be stored")
    func again() throws {
        var log = PendingFixIndex(limit: PendingFixIndex.Limit(entries: 1, bytes: 1_000))
        let (key, phone) = try device(1)
        log.append(1, of: key, phone, byteCount: 1, at: SmallWorld.now)
        #expect(log.due() == [phone])
        log.append(2, of: key, phone, byteCount: 1, at: SmallWorld.now)
        #expect(log.due().isEmpty)
        log.failed(key)
        #expect(log.numbers(of: key) == [1, 2])
        #expect(log.due() == [phone])
        log.append(3, of: key, phone, byteCount: 1, at: SmallWorld.now)
        log.failed(phone.id)
        #expect(log.due() == [phone])
        log.saved(key)
        #expect(log.devices.isEmpty)
        #expect(log.due().isEmpty)
    }

    @Test("requests devices that have waited too long, however few their fixes")
    func old() throws {
        var log = PendingFixIndex()
        let (first, second) = (try device(1), try device(2))
        log.append(1, of: first.key, first.device, byteCount: 1, at: SmallWorld.minute(0))
        log.append(2, of: second.key, second.device, byteCount: 1, at: SmallWorld.minute(10))
        #expect(log.due(waitingSince: SmallWorld.minute(0)).isEmpty)
        #expect(log.due(waitingSince: SmallWorld.minute(5)) == [first.device])
    }

    @Test("reports which fixes can be deleted, and never waiting ones")
    func deletable() throws {
        var log = PendingFixIndex()
        let phones = try (0...3).map(device)
        for number in 1...Int64(40) {
            let (key, device) = phones[Int(number % 4)]
            log.append(number, of: key, device, byteCount: 1, at: SmallWorld.now)
        }
        #expect(log.deletable(step: 10) == nil)
        for (key, _) in phones { log.saved(key) }
        log.append(41, of: phones[0].key, phones[0].device, byteCount: 1, at: SmallWorld.now)
        #expect(log.deletable(step: 10) == nil, "not looked at before there is something new")
        for number in 42...Int64(46) {
            log.append(number, of: phones[1].key, phones[1].device, byteCount: 1, at: SmallWorld.now)
        }
        #expect(log.deletable(step: 10) == 41)
        #expect(log.deletable(step: 10) == nil)
        log.forget(phones[0].device.id)
        #expect(log.numbers(of: phones[0].key).isEmpty)
    }
}
