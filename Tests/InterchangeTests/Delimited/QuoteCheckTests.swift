import Testing
import VisitModel

@testable import Interchange

@Suite("The check of quotes")
struct QuoteCheckTests {
    private static func error(_ text: String, chunk: Int) -> InterchangeError? {
        var check = QuoteCheck(file: "a.csv")
        let bytes = Array(text.utf8)
        do {
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                try check.consume(Array(bytes[start..<min(bytes.count, start + chunk)]))
            }
            try check.finish()
            return nil
        } catch {
            return error as? InterchangeError
        }
    }

    @Test(
        "A quote that is not closed nearby is found with its line and column, in pieces of any size",
        arguments: [1_000, 70_000, 1 << 22]
    )
    func found(chunk: Int) {
        let rows = String(repeating: "1,Gym,5\n", count: 20_000)
        let open = "id,name,size\n" + rows + "2,\"Gym,5\n" + rows
        let error = Self.error(open, chunk: chunk)
        #expect(error?.code == .quote)
        #expect(error?.message.hasPrefix("a.csv:20002: name: the quote that opens the field is not closed") == true)
    }

    @Test(
        "Quotes that are closed, that open no field, or whose row alone is faulty are accepted",
        arguments: [
            "id,name\n1,\"a\nb\"\"c\"\n", "id,name\n1,5\" pipe\n", "id,name\n1,\"Iron\" Gym\n", "id,name\n1,\"Gym",
            "id,name\n1,\"Gym\n2,\"b\"\n", "",
        ]
    )
    func accepted(text: String) {
        #expect(Self.error(text, chunk: 3) == nil)
    }
}
