import Testing

@testable import VisitServer

@Suite("The table of open connections")
struct ConnectionTableTests {
    private typealias Table = ConnectionTable

    private static func opened(_ table: inout Table, from address: String?) throws -> (UInt64, closing: [UInt64]) {
        guard case .admitted(let id, let closing) = table.open(from: address) else { throw Refused() }
        return (id, closing)
    }

    private struct Refused: Error {}

    @Test("An address at its limit of connections loses the one that has been idle longest")
    func fullAddress() throws {
        var table = Table(limits: .init(total: 100, perAddress: 3))
        let ids = try (0..<3).map { _ in try Self.opened(&table, from: "a").0 }
        let other = try Self.opened(&table, from: "b").0
        table.begin(ids[0])
        #expect(try Self.opened(&table, from: "a").closing == [ids[1]])
        table.end(ids[0])
        #expect(try Self.opened(&table, from: "a").closing == [ids[2]])
        #expect(table.count == 4)
        table.close(other)
        table.close(other)
        #expect(table.count == 3)
    }

    @Test("An address with only busy connections gets no further one, and others do")
    func busyAddress() throws {
        var table = Table(limits: .init(total: 100, perAddress: 2))
        for _ in 0..<2 { table.begin(try Self.opened(&table, from: "a").0) }
        #expect(table.open(from: "a") == .refused)
        #expect(try Self.opened(&table, from: "b").closing.isEmpty)
    }

    @Test("Where all places are used, the address with most connections loses its own")
    func full() throws {
        var table = Table(limits: .init(total: 10, perAddress: 10))
        let early = try Self.opened(&table, from: "quiet").0
        let many = try (0..<9).map { _ in try Self.opened(&table, from: "many").0 }
        #expect(try Self.opened(&table, from: "new").closing == [many[0]])
        #expect(early == 1)
        #expect(table.count == 10)
    }

    @Test("A trusted proxy's connections have no limit")
    func proxy() throws {
        var table = Table(limits: .init(total: 100, perAddress: 2))
        for _ in 0..<50 { #expect(try Self.opened(&table, from: nil).closing.isEmpty) }
    }
}
