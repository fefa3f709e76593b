import Foundation
import Testing

@testable import VisitServer

@Suite("How a request identifies its sender")
struct CredentialsTests {
    static let token = "ff_abcdefgh_" + String(repeating: "A", count: 43)

    @Test(
        "The token is found wherever an app can put it",
        arguments: [
            ("Bearer \(token)", "", nil),
            (token, "", nil),
            ("bearer   \(token)", "", nil),
            ("Basic \(Data("ann:\(token)".utf8).base64EncodedString())", "", "ann"),
            ("Basic \(Data("\(token):".utf8).base64EncodedString())", "", nil),
            ("Basic \(Data("\(token):x".utf8).base64EncodedString())", "", nil),
            ("Basic \(token):", "", nil),
            (nil, "id=7&token=\(token)&lat=1", nil),
        ] as [(String?, String, String?)]
    )
    func found(authorization: String?, query: String, user: String?) {
        let credentials = Credentials(authorization: authorization, query: query)
        #expect(credentials.token == Self.token)
        #expect(credentials.userName == user)
    }

    @Test("Texts that are not tokens", arguments: ["", "Bearer", "Digest x", "Basic", "prj_live_pk_abc", "ff_abc"])
    func none(authorization: String) {
        #expect(Credentials(authorization: authorization, query: "").token == nil)
    }
}
