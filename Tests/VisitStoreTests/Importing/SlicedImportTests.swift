import Foundation
import GRDB
import SQLiteStorage
import SeededRandom
import StoreTestSupport
import Synchronization
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("Imports in slices")
struct SlicedImportTests {
    @Test("an import in slices equals one in one transaction", .long, arguments: 1...24 as ClosedRange<UInt64>)
    func equality(seed: UInt64) throws {
        // Given two equal databases
        let (whole, sliced) = (try VisitStore.temporary(), try VisitStore.temporary())
        let file = try ImportFile(seed: seed)
        for store in [whole, sliced] { try file.prepare(store) }
        #expect(try whole.rows() == sliced.rows(), "seed \(seed)")
        // When a file is imported in both ways
        let wanted = try file.load(into: whole, by: .change)
        let summary = try file.load(into: sliced, by: .slices(.rows(Int(seed % 5), directLimit: Int(seed % 3) * 7)))
        // Then nothing differs
        #expect(summary == wanted, "seed \(seed)")
        #expect(try sliced.rows() == whole.rows(), "seed \(seed)")
        #expect(try sliced.dump() == whole.dump(), "seed \(seed)")
        #expect(try sliced.placesRevision() == whole.placesRevision(), "seed \(seed)")
        #expect(try sliced.number("SELECT CheckSpatialIndex('facility_version', 'extent')") == 1, "seed \(seed)")
        #expect(try sliced.stagedCount() == 0, "seed \(seed)")
        // And when members are imported
        let members = try file.loadMembers(into: whole, by: .change)
        #expect(try file.loadMembers(into: sliced, by: .slices(.rows(Int(seed % 4)))) == members, "seed \(seed)")
        #expect(try sliced.rows() == whole.rows(), "seed \(seed)")
        #expect(try sliced.placesRevision() == whole.placesRevision(), "seed \(seed)")
    }

    @Test(
        "a process that ends between two transactions leaves nothing of the import, or one that the next finishes",
        .long,
        arguments: 1...6 as ClosedRange<UInt64>
    )
    func interruption(seed: UInt64) throws {
        let store = try VisitStore.temporary()
        let file = try ImportFile(seed: seed)
        try file.prepare(store)
        let before = try store.rows()
        let folder = try TemporaryFolder()
        let path = folder.path
        let copies = Mutex<[String]>([])
        // Given a copy of the files between any two transactions
        let slices = ImportSlices.rows(2) {
            copies.withLock { copies in
                let copy = "\(path)/\(copies.count).sqlite"
                for suffix in ["", "-wal"] {
                    try? FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy + suffix)
                }
                copies.append(copy)
            }
        }
        try file.load(into: store, by: .slices(slices))
        let after = try store.rows()
        // When each is opened
        var finished = 0
        for path in copies.withLock({ $0 }) {
            let copy = try VisitStore(path: path)
            // Then all of it is there or nothing
            let rows = try copy.rows()
            if rows == after { finished += 1 } else { #expect(rows == before, "seed \(seed), \(path)") }
            #expect(try copy.stagedCount() == 0)
            #expect(try copy.placesRevision() == store.placesRevision() - (rows == after ? 0 : 2))
            #expect(try (copy.settings.defaultTimeZone() == nil) == (rows != after))
            #expect(try copy.number("SELECT CheckSpatialIndex('facility_version', 'extent')") == 1)
        }
        withExtendedLifetime(folder) {}
        #expect(finished > 2 && finished < copies.withLock(\.count), "both outcomes must occur, seed \(seed)")
    }

    @Test("a second import of a file is refused while one is written, and neither opening nor a form disturbs it")
    func secondImport() throws {
        let store = try VisitStore.temporary()
        let refusals = Mutex<[StorageErrorCode]>([])
        let rounds = Mutex(0)
        let slices = ImportSlices.rows(2) {
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            for method in [ImportMethod.oneTransaction, .slices(.rows(1))] {
                do {
                    try store.facilities.importRows(effectiveFrom: .march(1), by: method) { importer in
                        try importer.upsert(gym("other"))
                    }
                } catch let error as StorageError {
                    refusals.withLock { $0.append(error.code) }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(throws: Never.self) {
                let other = try VisitStore(path: store.path)
                #expect(try !other.finishInterruptedImport())
                try other.facilities.importRows(effectiveFrom: .march(2)) { try $0.upsert(gym("form-\(round)")) }
            }
        }
        let summary = try store.facilities.importRows(effectiveFrom: .march(1), by: .slices(slices)) { importer in
            for number in 0..<10 { try importer.upsert(gym("g\(number)")) }
        }
        #expect(summary.added == 10)
        let count = rounds.withLock { $0 }
        #expect(count > 8)
        #expect(refusals.withLock { $0 } == Array(repeating: .conflict, count: 2 * count))
        #expect(try store.facilities.all().count == 10 + count)
        #expect(try store.facilities.find(FacilityID("other")) == nil)
        #expect(try store.load([gym("other")]).added == 1, "the lock is released")
    }

    @Test("what others change while an import is written stays as they did")
    func exceptions() throws {
        let store = try VisitStore.temporary()
        let (anna, ben, carl) = (try MemberID("anna"), try MemberID("ben"), try MemberID("carl"))
        try store.load([gym("a"), gym("b"), gym("c"), gym("d"), gym("e")])
        for member in [anna, ben, carl] { try store.members.addFacility(FacilityID("a"), to: member) }
        let isFirst = Mutex(true)
        let slices = ImportSlices.rows(0) {
            let isNow = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            guard isNow else { return }
            #expect(throws: Never.self) {
                try store.load([gym("a", name: "Form"), gym("new", name: "Form")], from: .march(5))
                try store.facilities.importRows(effectiveFrom: .march(5)) { try $0.retire(FacilityID("b")) }
                try store.load([gym("e", name: "Form")], from: .march(5))
                try store.members.replace(Member(id: anna, facilities: [FacilityID("d")]), timeZone: nil)
                _ = try store.members.removeFacility(FacilityID("c"), from: ben)
            }
            #expect(throws: StorageError.self) { try store.privacy.erase(carl) }
        }
        try store.facilities.importRows(replace: true, effectiveFrom: .march(1), by: .slices(slices)) { importer in
            for id in ["a", "b", "c", "d", "new"] { try importer.upsert(gym(id, 46, name: "File")) }
            for (facility, member) in [("b", anna), ("c", ben), ("d", ben), ("c", carl)] {
                try importer.assign(FacilityID(facility), to: member)
            }
        }
        let names = try store.facilities.all(matching: FacilityFilter(includesRetired: true)).map {
            "\($0.facility.id) \($0.facility.name) \($0.retiredAt == nil)"
        }
        #expect(
            names == ["a Form true", "b  false", "c File true", "d File true", "e Form true", "new Form true"]
        )
        func list(_ member: MemberID) throws -> [String] {
            try #require(try store.members.find(member)?.member.facilities).map(\.text).sorted()
        }
        #expect(try list(anna) == ["d"])
        #expect(try list(ben) == ["d"], "a was not in the file, c was removed")
        #expect(try list(carl) == ["c"])
        #expect(try store.privacy.erase(carl).devices == 0)
    }

    @Test("an error of a row changes nothing and leaves no staged import")
    func failure() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        let before = try store.rows()
        #expect(throws: StorageError.self) {
            try store.facilities.importRows(effectiveFrom: .march(1), by: .slices(.rows(0))) { importer in
                try importer.upsert(gym("a", 46))
                try importer.upsert(gym("a", 47))
            }
        }
        #expect(try store.rows() == before)
        #expect(try store.stagedCount() == 0)
    }
}

/// A database and a file of facilities with lists, and one of members, from a seed.
private struct ImportFile {
    let stored: [Facility]
    let facilities: [Facility]
    let lists: [(facility: FacilityID, member: MemberID)]
    let members: [MemberRow]
    let groupsFrom: GroupStart
    let replaces: Bool

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func facility(_ number: Int, _ random: inout SeededGenerator) throws -> Facility {
            let id = "f\(number)"
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return try mall(id, 40 + Double(number) / 100, 10)
            case 1: return try campus(id, 40, Double(number))
            default:
                return try gym(
                    id,
                    40 + Double(Int.random(in: 0..<3, using: &random)),
                    Double(number) / 10,
                    name: ["", "A", "B"].randomElement(using: &random) ?? "",
                    zone: [nil, "Europe/Paris"].randomElement(using: &random) ?? nil,
                    stays: [Facility.Stays.short, .long].randomElement(using: &random) ?? .short,
                    partOf: [nil, "f0", "f1"].randomElement(using: &random) ?? nil
                )
            }
        }
        let count = Int.random(in: 5...25, using: &random)
        let stored = try (0..<count).map { try facility($0, &random) }
        let kept = stored.filter { _ in Bool.random(using: &random) }
        let ids = Set(kept.map(\.id))
        let new = try (0..<40).shuffled(using: &random).prefix(count).map { try facility($0, &random) }
        let facilities = (kept + new.filter { !ids.contains($0.id) }).shuffled(using: &random)
        self.stored = stored
        self.facilities = facilities
        replaces = Bool.random(using: &random)
        let people = try (0..<6).map { try MemberID("m\($0)") }
        lists = (0..<12).compactMap { _ in
            guard let facility = facilities.randomElement(using: &random),
                let member = people.randomElement(using: &random)
            else { return nil }
            return (facility.id, member)
        }
        groupsFrom = GroupStart(
            stated: Bool.random(using: &random) ? CivilDate(daysSince1970: 19_800) : nil,
            today: CivilDate(daysSince1970: 19_900)
        )
        // A file has one group and one name for a member.
        let details = try (0..<8).map { number in
            MemberDetailsChange(
                name: [.kept, .removed, .set(try MemberName("Name \(number)"))].randomElement(using: &random) ?? .kept,
                group: [.kept, .removed, .set(try GroupID("Acme")), .set(try GroupID("Beta"))]
                    .randomElement(using: &random) ?? .kept
            )
        }
        members = try (0..<20).map { _ in
            let number = Int.random(in: 0..<8, using: &random)
            return MemberRow(
                member: try MemberID("m\(number)"),
                facility: Bool.random(using: &random) ? stored.randomElement(using: &random)?.id : nil,
                device: Bool.random(using: &random) ? try DeviceID("d\(number)") : nil,
                platform: [nil, .ios, .android].randomElement(using: &random) ?? nil,
                timeZone: try Bool.random(using: &random) ? TimeZoneName("Europe/Paris") : nil,
                details: details[number]
            )
        }
    }

    func prepare(_ store: VisitStore) throws {
        try store.endpoints.add(
            WebhookEndpoint(id: EndpointID("e"), url: "https://example.com/e", types: [.facilityImported]),
            secret: [1],
            at: .march()
        )
        try store.load(stored)
        try store.facilities.importRows(effectiveFrom: .march(1)) { importer in
            if let first = stored.first { try importer.retire(first.id) }
            for facility in stored.prefix(4) { try importer.assign(facility.id, to: MemberID("m0")) }
        }
        try store.devices.ensure(DeviceID("d1"), member: MemberID("m1"), platform: .ios)
        try store.members.importRows(groupsFrom: GroupStart(today: CivilDate(daysSince1970: 19_700))) { importer in
            for (member, group) in [("m1", "Acme"), ("m2", "Beta")] {
                let details = MemberDetailsChange(name: .set(try MemberName(member)), group: .set(try GroupID(group)))
                try importer.add(MemberRow(member: try MemberID(member), details: details))
            }
        }
    }

    @discardableResult
    func load(into store: VisitStore, by method: ImportMethod) throws -> FacilityImportSummary {
        try store.facilities.importRows(
            replace: replaces,
            effectiveFrom: .march(10),
            defaultTimeZone: TimeZoneName("Europe/Berlin"),
            publishing: OutboxScene.publishing(20),
            by: method
        ) { importer in
            for facility in facilities { try importer.upsert(facility) }
            for (facility, member) in lists { try importer.assign(facility, to: member) }
        }
    }

    func loadMembers(into store: VisitStore, by method: ImportMethod) throws -> MemberImportSummary {
        try store.members.importRows(replace: replaces, by: method, groupsFrom: groupsFrom) { importer in
            for row in members { try importer.add(row) }
        }
    }
}

extension ImportSlices {
    /// Transactions of so many changes and one more, with a closure between them.
    fileprivate static func rows(
        _ count: Int,
        directLimit: Int = 0,
        between: @escaping @Sendable () -> Void = {}
    ) -> ImportSlices {
        let calls = Counter()
        return ImportSlices(
            length: .seconds(count),
            directLimit: directLimit,
            uptime: { .seconds(calls.next()) },
            pause: { _ in between() }
        )
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }
}

extension VisitStore {
    /// The rows of the tables that imports write, with their keys.
    fileprivate func rows() throws -> [String] {
        try database.read { db in
            try [
                "facility", "facility_version", "member", "member_facility", "device", "webhook_message",
                "webhook_delivery",
            ].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0.description)" }.sorted()
            }
        }
    }

    fileprivate func stagedCount() throws -> Int64? {
        try number(
            """
            SELECT (SELECT count(*) FROM staged_import) + (SELECT count(*) FROM staged_change)
                + (SELECT count(*) FROM staged_exception)
            """
        )
    }
}
