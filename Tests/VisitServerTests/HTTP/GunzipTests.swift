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

    @Test("What breaks off, is changed or is no gzip is refused", arguments: 0..<3)
    func damaged(kind: Int) {
        let bytes = [Array(Self.hello.dropLast(3)), Array("no gzip at all".utf8), Self.hello + [1, 2, 3]][kind]
        #expect(throws: Gunzip.Failure.damaged) { try Gunzip.unpack(bytes, limit: 100) }
    }

    @Test("Nothing is not gzip")
    func empty() {
        #expect(throws: Gunzip.Failure.damaged) { try Gunzip.unpack([], limit: 100) }
    }
}
