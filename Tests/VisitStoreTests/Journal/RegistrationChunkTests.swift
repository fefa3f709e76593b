import GRDB
import SQLiteStorage
import SeededRandom
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Replayed changes of registrations")
struct RegistrationChunkTests {
    /// Two stores of the same facilities and phones: what is live is stored as rows, what is replayed is packed.
    private struct Pair {
        let rows: VisitStore
        let packed: VisitStore
        let devices: [DeviceKey]
        let facilities: [FacilityKey]

        init() throws {
            (rows, packed) = (try VisitStore.temporary(), try VisitStore.temporary())
            var devices: [DeviceKey] = []
            for store in [rows, packed] {
                try store.load([gym("a"), gym("b"), gym("c")])
                devices = try [("x", "anna"), ("y", "anna"), ("z", "ben")].map { device, member in
                    try store.devices.ensure(DeviceID(device), member: MemberID(member), platform: .ios)
                }
            }
            self.devices = devices
            self.facilities = try rows.keys("a", "b", "c")
        }

        func commit(_ events: [JournalEvent], of device: DeviceKey, replacingFrom start: Timestamp? = nil) throws {
            var commit = DeviceCommit(device: device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
            commit.events = events
            commit.replaceEventsFrom = start
            try rows.commit([commit], live: true)
            try packed.commit([commit])
        }
    }

    private static func chunks(_ store: VisitStore) throws -> (count: Int, events: Int) {
        try store.database.read { db in
            let sql = "SELECT count(*), coalesce(sum(event_count), 0) FROM registration_chunk"
            return try PreparedStatement(db, sql).first { ($0.int(0), $0.int(1)) } ?? (0, 0)
        }
    }

    private static func rowCount(_ store: VisitStore) throws -> Int {
        try store.database.read { try PreparedStatement($0, "SELECT count(*) FROM event").first { $0.int(0) } ?? 0 }
    }

    /// Events of some hours from a time on, most of them changes of registrations.
    private static func journal(
        from start: Double,
        _ facilities: [FacilityKey],
        _ number: inout UInt64,
        _ random: inout SeededGenerator
    ) throws -> [JournalEvent] {
        var (events, time) = ([JournalEvent](), start)
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            time += Double.random(in: 1...900, using: &random).rounded()
            for ordinal in 0..<Int.random(in: 1...3, using: &random) {
                number += 1
                let keys = Array(facilities.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
                let kind: JournalEvent.Kind =
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: .heartbeat
                    case 1: .unregistered(nil)
                    case 2, 3, 4: .unregistered(keys)
                    default: .registered(keys)
                    }
                // Some that do not fit: of another time, and with an id that is not a digest.
                let occurred = Int.random(in: 0..<10, using: &random) == 0 ? time - 7 : time
                let id = Int.random(in: 0..<10, using: &random) == 0 ? "plain-\(number)" : registrationID(number)
                events.append(
                    try event(
                        id,
                        at: time,
                        ordinal: ordinal,
                        occurred: occurred,
                        observed: time + 5,
                        located: Bool.random(using: &random),
                        kind
                    )
                )
            }
        }
        return events
    }

    @Test("packed they read as they do as rows, through late input too", arguments: UInt64(1)...6)
    func sameAsRows(seed: UInt64) throws {
        var (random, number) = (SeededGenerator(seed: seed), UInt64(0))
        let pair = try Pair()
        for device in pair.devices {
            var journal = try Self.journal(from: 0, pair.facilities, &number, &random)
            // In pieces, as of several batches of one hour.
            let cut = Int.random(in: 0...journal.count, using: &random)
            try pair.commit(Array(journal[..<cut]), of: device)
            try pair.commit(Array(journal[cut...]), of: device)
            for _ in 0..<3 {
                // Late input replaces the end: some events come again, observed later, and new ones between them.
                let start = try #require(journal.randomElement(using: &random)).inputAt
                let kept = journal.filter { $0.inputAt >= start && Bool.random(using: &random) }
                let again = kept.map { entry in
                    JournalEvent(
                        inputAt: entry.inputAt,
                        ordinal: entry.ordinal,
                        id: entry.id,
                        kind: entry.kind,
                        occurredAt: entry.occurredAt,
                        observedAt: .march(1_000_000),
                        location: entry.location
                    )
                }
                let seconds = Double(start.milliseconds - Timestamp.march().milliseconds) / 1000
                let new = try Self.journal(from: seconds, pair.facilities, &number, &random).filter { entry in
                    !again.contains { $0.inputAt == entry.inputAt }
                }
                let end = (again + new).sorted { ($0.inputAt, $0.ordinal) < ($1.inputAt, $1.ordinal) }
                try pair.commit(end, of: device, replacingFrom: start)
                journal = journal.filter { $0.inputAt < start } + end
            }
            for place in [0, journal.count / 2] where place < journal.count {
                let time = journal[place].inputAt
                let ids = try pair.packed.events.ids(of: device, emittedFrom: time)
                #expect(try ids == pair.rows.events.ids(of: device, emittedFrom: time), "seed \(seed)")
            }
        }
        #expect(try Self.rowCount(pair.packed) < Self.rowCount(pair.rows), "seed \(seed)")
        let filters = [
            EventFilter(), EventFilter(device: try DeviceID("y")), EventFilter(member: try MemberID("anna")),
            EventFilter(kinds: ["Registered"]), EventFilter(kinds: ["Unregistered", "Heartbeat"]),
            EventFilter(facility: try FacilityID("a")), EventFilter(since: .march(3_000), until: .march(9_000)),
            EventFilter(since: .march(3_601), limit: 7), EventFilter(limit: 0),
        ]
        for filter in filters {
            let expected = try pair.rows.events.all(matching: filter)
            #expect(try pair.packed.events.all(matching: filter) == expected, "seed \(seed), \(filter)")
        }
        #expect(try pair.packed.dump() == pair.rows.dump(), "seed \(seed)")
        #expect(try pair.packed.check() == [], "seed \(seed)")
        for size in [1, 4, 1000] {
            var (filter, paged) = (EventFilter(), [GeofenceEvent]())
            while true {
                let page = try pair.packed.events.page(matching: filter, size: size)
                paged += page.events
                guard let next = page.next else { break }
                filter.after = next
            }
            #expect(try paged == pair.rows.events.all(), "seed \(seed), pages of \(size)")
        }
    }

    @Test("an hour that is read in parts gives every event once", arguments: [1, 3, 50, 50_000])
    func parts(size: Int) throws {
        var (random, number) = (SeededGenerator(seed: 9), UInt64(0))
        let pair = try Pair()
        for device in pair.devices {
            try pair.commit(Self.journal(from: 0, pair.facilities, &number, &random), of: device)
        }
        let (_, count) = try Self.chunks(pair.packed)
        try pair.packed.database.read { db in
            var (scan, found) = (try RegistrationScan.matching(EventFilter(), db, partSize: size), [EventCursor]())
            while let next = try scan?.next(before: nil) { found.append(next.cursor) }
            #expect(found.count == count)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("rows and packed events of one phone read as one journal", arguments: [false, true])
    func bothForms(liveFirst: Bool) throws {
        let pair = try Pair()
        let store = pair.packed
        func commit(_ numbers: ClosedRange<Int>, live: Bool, from start: Double? = nil) throws {
            var commit = DeviceCommit(
                device: pair.devices[0],
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            commit.replaceEventsFrom = start.map { .march($0) }
            commit.events = try numbers.map { number in
                try event(registrationID(UInt64(number)), at: Double(number), .registered(pair.facilities))
            }
            try store.commit([commit], live: live)
        }
        try commit(1...4, live: liveFirst)
        // Late input of the other kind: 3 and 4 come again and keep their form, 5 and 6 are new.
        try commit(3...6, live: !liveFirst, from: 3)
        #expect(try store.events.all().map(\.id.text) == (1...6).map { registrationID(UInt64($0)) })
        #expect(try Self.rowCount(store) == (liveFirst ? 4 : 2))
        #expect(try Self.chunks(store).events == (liveFirst ? 2 : 4))
        #expect(try store.events.emitted(after: 0, limit: 9).count == (liveFirst ? 4 : 2))
        #expect(try store.check() == [])
        var (filter, paged) = (
            EventFilter(member: try MemberID("anna"), kinds: ["Registered"], since: .march(2)), [String]()
        )
        while true {
            let page = try store.events.page(matching: filter, size: 1)
            paged += page.events.map(\.id.text)
            guard let next = page.next else { break }
            filter.after = next
        }
        #expect(paged == (2...6).map { registrationID(UInt64($0)) })
        // The place of a row is taken for a packed event, and the other way round.
        let error = #expect(throws: StorageError.self) { try commit(1...1, live: false) }
        #expect(error?.code == .conflict)
    }

    @Test("any number in a cursor or a filter is a place before, between or after the events")
    func extremes() throws {
        let pair = try Pair()
        // Also before 1970.
        let times = [-3_000_000_000.0, 5]
        for (number, time) in times.enumerated() {
            try pair.commit([event(registrationID(UInt64(number)), at: time, .registered([]))], of: pair.devices[0])
        }
        for store in [pair.rows, pair.packed] {
            for milliseconds in [Int64.min, .min + 3_600_000, -1, .max] {
                let time = Timestamp(milliseconds: milliseconds)
                let cursor = EventCursor(occurredAt: time, device: pair.devices[0], inputAt: time, ordinal: 0)
                let expected = milliseconds == .max ? 0 : milliseconds == -1 ? 1 : 2
                #expect(try store.events.page(matching: EventFilter(after: cursor), size: 9).events.count == expected)
                #expect(try store.events.all(matching: EventFilter(since: time)).count == expected)
                #expect(try store.events.all(matching: EventFilter(until: time)).count == 2 - expected)
                #expect(try store.events.ids(of: pair.devices[0], emittedFrom: time).count == expected)
            }
        }
        #expect(try pair.packed.dump() == pair.rows.dump())
    }

    @Test("one hour is one row, however many batches it came in")
    func oneRow() throws {
        let pair = try Pair()
        for (number, seconds) in [10.0, 20, 1800, 3599, 3600].enumerated() {
            let id = registrationID(UInt64(number))
            try pair.commit([event(id, at: seconds, .registered(pair.facilities))], of: pair.devices[0])
        }
        #expect(try Self.chunks(pair.packed) == (2, 5))
        #expect(try Self.rowCount(pair.packed) == 0)
        #expect(try Self.rowCount(pair.rows) == 5)
    }

    @Test("a place in the journal is taken once", arguments: [[5.0, 5], [5, 9, 5]])
    func conflict(times: [Double]) throws {
        let pair = try Pair()
        let events = try times.enumerated().map { number, time in
            try event(registrationID(UInt64(number)), at: time, .registered([]))
        }
        var commit = DeviceCommit(
            device: pair.devices[0],
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        for apart in [false, true] {
            commit.events = apart ? [events[0]] : events
            let error = #expect(throws: StorageError.self) {
                try pair.packed.commit([commit])
                commit.events = Array(events[1...])
                try pair.packed.commit([commit])
            }
            #expect(error?.code == .conflict)
            #expect(try Self.chunks(pair.packed).events == (apart ? 1 : 0))
        }
    }

    @Test("bytes that were cut or changed are refused or read, and never trap", arguments: UInt64(1)...4)
    func damaged(seed: UInt64) throws {
        var (random, number) = (SeededGenerator(seed: seed), UInt64(0))
        let facilities = [1, 70_000, Int64(UInt32.max)].map(FacilityKey.init(rawValue:))
        let entries = try Self.journal(from: 0, facilities, &number, &random)
        let events = entries.compactMap { $0.registration(observedAt: $0.observedAt) }
            .filter { FixChunk.bucket(of: $0.at) == .march() }
        let bytes = RegistrationPacking.bytes(of: events, bucket: .march())
        #expect(try RegistrationPacking.events(of: bytes, bucket: .march()) == events, "seed \(seed)")
        for length in 0..<bytes.count {
            let cut = try? RegistrationPacking.events(of: Array(bytes[..<length]), bucket: .march())
            if let cut { #expect(cut == Array(events.prefix(cut.count)), "seed \(seed), \(length) bytes") }
        }
        for _ in 0..<500 {
            var changed = bytes
            guard let place = changed.indices.randomElement(using: &random) else { break }
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            _ = try? RegistrationPacking.events(of: changed, bucket: .march())
        }
    }

    @Test(
        "a damaged row is an error where it is read or continued, and erased all the same",
        arguments: [
            ("event_count = 9223372036854775807", false), ("event_count = -9223372036854775808", false),
            ("last_ms = 9223372036854775807", false), ("bucket_ms = 9223372036854774000", true),
            ("bucket_ms = 9223372036854775807", true), ("events = substr(events, 1, 9)", true),
        ]
    )
    func damagedRow(change: String, isSeenByReaders: Bool) throws {
        let pair = try Pair()
        let (store, device) = (pair.packed, pair.devices[0])
        try pair.commit([event(registrationID(1), at: 5, .registered(pair.facilities))], of: device)
        try store.database.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE registration_chunk SET \(change)")
            try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
        }
        if isSeenByReaders {
            let error = #expect(throws: StorageError.self) { _ = try store.events.all() }
            #expect(error?.code == .damaged)
        } else {
            var commit = DeviceCommit(device: device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
            commit.events = [try event(registrationID(2), at: 6, .registered([]))]
            let error = #expect(throws: StorageError.self) { try store.commit([commit]) }
            #expect(error?.code == .damaged)
        }
        #expect(try !store.check().isEmpty)
        #expect(try store.privacy.erase(MemberID("anna")).devices == 2)
        #expect(try Self.chunks(store).count == 0)
    }

    @Test("what the packed form does not hold stays a row")
    func misfits() throws {
        let location = GeofenceEvent.Location(
            coordinate: try Coordinate(latitude: 1, longitude: 2),
            accuracy: 3,
            time: .march(9)
        )
        let key = FacilityKey(rawValue: 1)
        let fitting = try event(registrationID(1), at: 10, .registered([key]))
        func changed(
            ordinal: Int = 0,
            id: String = registrationID(1),
            kind: JournalEvent.Kind = .registered([key]),
            occurred: Timestamp = .march(10),
            location: GeofenceEvent.Location? = nil
        ) throws -> JournalEvent {
            JournalEvent(
                inputAt: .march(10),
                ordinal: ordinal,
                id: try EventID(id),
                kind: kind,
                occurredAt: occurred,
                observedAt: .march(11),
                location: location
            )
        }
        #expect(fitting.registration(observedAt: .march(11)) != nil)
        let misfits = [
            try changed(ordinal: 65_536), try changed(ordinal: -1), try changed(id: "f" + StableDigest.text(of: 1)),
            try changed(id: "e" + StableDigest.text(of: 1) + "0"), try changed(kind: .heartbeat),
            try changed(id: "e\u{301}" + StableDigest.text(of: 1)),
            try changed(kind: .registered([FacilityKey(rawValue: 1 << 32)])),
            try changed(kind: .registered((0..<256).map { FacilityKey(rawValue: $0) })),
            try changed(occurred: .march(9)), try changed(location: location),
        ]
        for misfit in misfits { #expect(misfit.registration(observedAt: .march(11)) == nil, "\(misfit)") }
    }
}
