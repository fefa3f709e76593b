import Testing

@testable import HTTPTransport

@Suite("Headers of requests")
struct HTTPHeaderTests {
    @Test(
        "what would break out of the line is left out",
        arguments: [
            ("X-A", "b", "X-A", "b"), ("X-A\r\nHost: evil", "b", "X-AHostevil", "b"), ("X:A", "b", "XA", "b"),
            ("X-A", "b\r\nX-B: c", "X-A", "bX-B: c"), ("X-A", "b\u{0}c", "X-A", "bc"),
            ("X-A", " \t b c\t ", "X-A", "b c"),
            ("X-A", "b\tc\u{7F}", "X-A", "b\tc"), ("\r\n", "b", "", "b"), ("X A;", "", "XA", ""),
            ("X-A", "grün", "X-A", "grün"),
        ]
    )
    func stripped(name: String, value: String, keptName: String, keptValue: String) {
        let header = HTTPHeader(name, value)
        #expect((header.name, header.value) == (keptName, keptValue))
    }
}
