import Foundation
import Testing
import WebhookDelivery

@testable import footfall

@Suite("What a receiver shows")
struct ReceiverDisplayTests {
    /// One message of each kind: taken, again, of ill will, refused twice.
    private func messages() throws -> [ReceivedMessage] {
        var ledger = ReceivedRequests(
            verifier: WebhookVerifier(keys: [.secret(try SignedRequests.secret())]),
            status: 204
        )
        let forged = ReceivedRequest(headers: try SignedRequests.request(id: "msg_3").headers, body: [])
        let evil = try SignedRequests.request("{\n\"type\":\"\\u001b[31m\"\r\n}", id: "msg_2")
        let requests = [try SignedRequests.request(), try SignedRequests.request(), evil, forged, forged]
        return requests.map { ledger.receive($0, at: SignedRequests.now) }
    }

    private func shown(_ format: ReceiverFormat) throws -> (output: [String], remarks: [String]) {
        var display = ReceiverDisplay(format)
        let lines = try messages().map { display.lines($0) }
        let output = String(decoding: lines.flatMap(\.output), as: UTF8.self)
        return (output.split(separator: "\n").map(String.init), lines.compactMap(\.remark))
    }

    @Test("people see a line for each message, and why one is refused once for each reason")
    func table() throws {
        let (output, remarks) = try shown(.table)
        #expect(output.count == 6)
        #expect(output[0].hasPrefix("RECEIVED (UTC)"))
        #expect(output[1].contains("2024-04-01T12:00:00Z") && output[1].contains("visit.dwelled"))
        #expect(output[1].contains("M-1 at G-1") && output[1].contains("  2  verified") && output[1].hasSuffix("msg_1"))
        #expect(output[2].contains("verified, again"))
        #expect(!output[3].contains("\u{1B}") && output[3].contains(" [31m"))
        #expect(output[4].contains("refused: no_matching_signature") && output[4].hasSuffix("msg_3"))
        #expect(remarks.count == 1 && remarks[0].hasPrefix("no_matching_signature: no signature matches"))
    }

    @Test("JSON output has each verified message once, one per line, and nothing else")
    func json() throws {
        let (output, remarks) = try shown(.json)
        #expect(output == [SignedRequests.visit, #"{ "type":"\u001b[31m"  }"#])
        #expect(remarks.count == 3 && remarks[0] == "msg_1: again")
        #expect(remarks[1].hasPrefix("msg_3: refused: no_matching_signature: "))
    }
}
