import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Access tokens")
struct AccessTokenTests {
    private func token(
        _ id: String,
        _ role: TokenRole = .read,
        member: String? = nil,
        device: String? = nil,
        environment: ProjectEnvironment = .live,
        used: Double? = nil
    ) throws -> AccessTokenRecord {
        AccessTokenRecord(
            id: try TokenID(id),
            note: "for \(id)",
            role: role,
            member: try member.map { try MemberID($0) },
            device: try device.map { try DeviceID($0) },
            environment: environment,
            digest: [0, 255, 7],
            createdAt: .march(1),
            expiresAt: id == "b" ? .march(100) : nil,
            lastUsedAt: used.map { .march($0) }
        )
    }

    @Test("every field comes back, of members who are not known yet too, in the order they were made")
    func roundTrip() throws {
        let store = try VisitStore.temporary()
        let tokens = [
            try token("b", .admin), try token("a"), try token("c", .ingest, member: "anna", device: "x"),
            try token("d", .ingest, environment: .test, used: 9),
        ]
        for token in tokens { try store.accessTokens.add(token) }
        #expect(try store.accessTokens.all() == tokens)
        for token in tokens { #expect(try store.accessTokens.find(token.id) == token) }
        #expect(try store.accessTokens.find(TokenID("e")) == nil)
    }

    @Test("of two first tokens of admins one is stored, unless the other has expired by then")
    func first() throws {
        let store = try VisitStore.temporary()
        try store.accessTokens.add(token("a"))
        #expect(try !store.accessTokens.hasAdmin(at: .march(1)))
        #expect(try store.accessTokens.addFirst(token("b", .admin)))
        #expect(try !store.accessTokens.addFirst(token("c", .admin)))
        #expect(try store.accessTokens.all().map(\.id.text) == ["a", "b"])
        // `b` expires at `.march(100)`.
        #expect(try store.accessTokens.hasAdmin(at: Timestamp.march(100).advanced(bySeconds: -1)))
        #expect(try !store.accessTokens.hasAdmin(at: .march(100)))
        #expect(throws: StorageError(.invalidRequest, "")) {
            _ = try VisitStore.temporary().accessTokens.addFirst(token("c", .admin, member: "anna"))
        }
    }

    @Test("an id is used once, and only an ingest token can be bound")
    func refusals() throws {
        let store = try VisitStore.temporary()
        try store.accessTokens.add(token("a"))
        #expect(throws: StorageError(.repeatedName, "")) { try store.accessTokens.add(token("a", .admin)) }
        for role in TokenRole.allCases where role != .ingest {
            #expect(throws: StorageError(.invalidRequest, "")) {
                try store.accessTokens.add(token("b", role, member: "anna"))
            }
            #expect(throws: StorageError(.invalidRequest, "")) {
                try store.accessTokens.add(token("b", role, device: "x"))
            }
            #expect(throws: StorageError(.invalidRequest, "")) {
                try store.accessTokens.add(token("b", role, environment: .test))
            }
        }
        #expect(try store.accessTokens.all().count == 1)
    }

    @Test("a removed token is gone")
    func removal() throws {
        let store = try VisitStore.temporary()
        try store.accessTokens.add(token("a"))
        #expect(try store.accessTokens.remove(TokenID("a")))
        #expect(try !store.accessTokens.remove(TokenID("a")))
        #expect(try store.accessTokens.find(TokenID("a")) == nil)
    }

    @Test("the last use is noted for many at once, and never goes back")
    func uses() throws {
        let store = try VisitStore.temporary()
        for id in ["a", "b", "c"] { try store.accessTokens.add(token(id)) }
        try store.accessTokens.recordUse(of: [
            TokenID("a"): .march(10), TokenID("b"): .march(20), TokenID("gone"): .march(1),
        ])
        try store.accessTokens.recordUse(of: [TokenID("a"): .march(5), TokenID("b"): .march(30)])
        try store.accessTokens.recordUse(of: [:])
        #expect(try store.accessTokens.all().map(\.lastUsedAt) == [.march(10), .march(30), nil])
    }

    @Test("a token is found by one look into an index")
    func plan() throws {
        let store = try VisitStore.temporary()
        let plan = try store.plan("SELECT \(TokenColumns.names) FROM access_token WHERE id = 'a'")
        #expect(plan.count == 1)
        #expect(plan.first?.hasPrefix("SEARCH access_token USING INDEX") == true, "\(plan)")
    }
}
