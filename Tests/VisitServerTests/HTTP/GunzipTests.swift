import Foundation
import Testing

@testable import VisitServer

@Suite("Packed bodies")
struct GunzipTests {
    /// What `printf 'hello hello hello' | gzip -n | base64` prints.
    static let hello = Array(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJV8hAkACAiPnlEQAAAA==") ?? Data())

    @Test("Gzip is unpacked, members behind one another too")
    func unpacks() throws {
        #expect(try Gunzip.unpack(Self.hello, limit: 100) == Array("hello hello hello".utf8))
        #expect(try Gunzip.unpack(Self.hello + Self.hello, limit: 100).count == 34)
    }

    @Test("A body that unpacks to more than allowed is refused")
    func tooLong() {
        #expect(throws: Gunzip.Failure.tooLong) { try Gunzip.unpack(Self.hello, limit: 16) }
    }

    @Test("A truncated or modified body, or one that is not gzip, is refused", arguments: 0..<3)
    func damaged(kind: Int) {
        let bytes = [Array(Self.hello.dropLast(3)), Array("no gzip at all".utf8), Self.hello + [1, 2, 3]][kind]
        #expect(throws: Gunzip.Failure.damaged) { try Gunzip.unpack(bytes, limit: 100) }
    }

    @Test("Nothing is not gzip")
    func empty() {
        #expect(throws: Gunzip.Failure.damaged) { try Gunzip.unpack([], limit: 100) }
    }

    @Test("A body that expands more than real data does is refused before it fills the memory")
    func tooDense() throws {
        let bomb = try Gzip.pack([UInt8](repeating: 0x7B, count: 8 << 20))
        #expect(throws: Gunzip.Failure.tooDense) { try Gunzip.unpack(bomb, limit: 64 << 20) }
        let small = try Gzip.pack([UInt8](repeating: 0x7B, count: 1 << 20))
        #expect(throws: Never.self) { try Gunzip.unpack(small, limit: 64 << 20) }
    }

    @Test("A body received in pieces of any size decompresses to the same", arguments: [1, 2, 7, 1_000])
    func pieces(size: Int) throws {
        let text = (0..<20_000).flatMap { Array("\($0 &* 7919),".utf8) }
        let packed = try Gzip.pack(Array(text.prefix(50_000))) + Gzip.pack(Array(text.dropFirst(50_000)))
        let gunzip = try Gunzip(limit: 1 << 20)
        var unpacked: [UInt8] = []
        for start in stride(from: 0, to: packed.count, by: size) {
            gunzip.append(Array(packed[start..<min(packed.count, start + size)]))
            while try !gunzip.unpack(into: &unpacked, upTo: unpacked.count + 100) {}
        }
        try gunzip.finish()
        #expect(unpacked == text)
    }
}

extension Gunzip {
    /// Decompresses one or several concatenated members of gzip.
    fileprivate static func unpack(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        let gunzip = try Gunzip(limit: limit)
        var unpacked: [UInt8] = []
        gunzip.append(packed)
        while try !gunzip.unpack(into: &unpacked, upTo: unpacked.count + 1 << 20) {}
        try gunzip.finish()
        return unpacked
    }
}
